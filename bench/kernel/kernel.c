/* The kernel for ESBMC: is there a run of at most STEPS steps in which one ability turns its source over twice?
 * A permanent's facts and an entry's are bits of words. EARLY = 1 asserts in each step, so that ESBMC can stop unwinding
 * at the first run that it finds; 0 asserts once at the end, which is faster where there is none. */

#ifndef PERMANENTS
#define PERMANENTS 16
#endif
#ifndef STACK
#define STACK 16
#endif
#ifndef STEPS
#define STEPS 40
#endif
#ifndef GUARD
#define GUARD 1
#endif
#ifndef EARLY
#define EARLY 0
#endif

typedef unsigned int word;
enum { PASS, ACTIVATE, BLINK };
enum { ACTIVATED, TRIGGERED, DELAYED };

unsigned char nondet_uchar(void);
word nondet_word(void);
_Bool nondet_bool(void);

int main(void) {
  word two_faced = nondet_word(), spell_back = nondet_word(), back = nondet_word();
  unsigned char source[STACK] = {0};
  word delayed = 0, again = 0, turned = 0, lost = 0;
  unsigned char height = 0;
  _Bool resolving = 0, broken = 0;

  for (int step = 0; step < STEPS; step++) {
    unsigned char act = nondet_uchar(), at = nondet_uchar(), kind = nondet_uchar();
    _Bool twice = nondet_bool();
    __ESBMC_assume(act <= BLINK && at < PERMANENTS && kind <= DELAYED);
    __ESBMC_assume(!resolving || act == PASS);
    __ESBMC_assume(act != ACTIVATE || height < STACK);

    if (act == ACTIVATE) {
      word entry = (word)1 << height;
      source[height] = at;
      delayed = kind == DELAYED ? delayed | entry : delayed & ~entry;
      again = twice ? again | entry : again & ~entry;
      turned &= ~entry;
      lost &= ~entry;
      height++;
    } else if (act == BLINK) {
      back &= ~((word)1 << at);
      for (int d = 0; d < STACK; d++)
        if (source[d] == at) lost |= (word)1 << d;
    } else if (height) {
      word entry = (word)1 << (height - 1);
      unsigned char mine = source[height - 1];
      word self = (word)1 << mine;
      _Bool limited = !(delayed & entry);
      _Bool forbidden = !(two_faced & self) || (spell_back & self) || (lost & entry) ||
                        (GUARD && limited && (turned & entry));
      if (!forbidden) {
        broken |= limited && (turned & entry);
        if (EARLY) __ESBMC_assert(!broken, "no ability turns its source over twice");
        back ^= self;
        for (int d = 0; d < STACK; d++)
          if (source[d] == mine) turned |= (word)1 << d;
      }
      resolving = !!(again & entry);
      if (resolving)
        again &= ~entry;
      else
        height--;
    }
  }
  if (!EARLY) __ESBMC_assert(!broken, "no ability turns its source over twice");
}
