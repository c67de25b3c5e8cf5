/* The host behind a card, M-229 to M-231. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "ref/ref.h"

enum { REQUESTS = 1024, ANSWERS = 16, LONGEST = 1514, SHORTEST = 60 };

typedef struct request {
  uint8_t key[13]; /* addresses and ports as in the answer, and the protocol */
  uint8_t begin[8];
  uint32_t begin_bytes;
  uint64_t arrived;
} request;

struct ref_host {
  /* oldest first; an answered request stays as a gap (arrived = SIM_NEVER) until it is the oldest */
  request requests[REQUESTS];
  uint32_t count;
  struct {
    int used;
    uint32_t bytes;
    uint8_t frame[LONGEST];
  } answers[ANSWERS];
};

static const uint8_t self[6] = {2, 0, 0, 0, 0, 2};

void ref_hosts_create(ref *r) {
  for (int nic = 0; nic < r->config.nic_count; nic++) {
    r->requests[nic].all.minimum = UINT64_MAX;
    if (r->config.nics[nic].host_answer_cycles > 0) r->nics[nic].host = calloc(1, sizeof *r->nics[nic].host);
  }
}

void ref_hosts_free(ref *r) {
  for (int nic = 0; nic < r->config.nic_count; nic++) free(r->nics[nic].host);
}

static uint32_t two(const uint8_t *at) { return at[0] * 256u + at[1]; }

static uint32_t ones(const uint8_t *at, uint32_t count, uint32_t sum) {
  for (uint32_t i = 0; i < count; i++) {
    sum += i % 2 == 0 ? at[i] * 256u : at[i];
    if (sum > 65535) sum -= 65535;
  }
  return sum;
}

static void fill_checksum(uint8_t *at, const uint8_t *from, uint32_t count) {
  at[0] = at[1] = 0;
  const uint32_t sum = 65535 - ones(from, count, 0);
  at[0] = (uint8_t)(sum / 256);
  at[1] = (uint8_t)sum;
}

/* M-230: "UDP or an ICMP echo request without options and fragments" */
static int is_message(const uint8_t *f, uint32_t count) {
  if (count < 42 || f[12] != 8 || f[13] != 0 || f[14] != 0x45 || two(f + 16) < 28) return 0;
  if ((f[20] & 0x3f) != 0 || f[21] != 0) return 0;
  return f[23] == 17 || (f[23] == 1 && (f[34] == 0 || f[34] == 8) && f[35] == 0);
}

/* Key made of the words of the request or answer, in the order of the answer. */
static request key_of(const uint8_t *f, uint32_t count, int answers) {
  request key = {{0}, {0}, 0, 0};
  const int udp = f[23] == 17, turn = !answers;
  memcpy(key.key, f + (turn ? 30 : 26), 4);
  memcpy(key.key + 4, f + (turn ? 26 : 30), 4);
  memcpy(key.key + 8, f + (!udp ? 38 : turn ? 36 : 34), 2);
  memcpy(key.key + 10, f + (!udp ? 40 : turn ? 34 : 36), 2);
  key.key[12] = f[23];
  uint32_t data = two(f + 16) - 28;
  if (data > count - 42) data = count - 42;
  key.begin_bytes = data > 8 ? 8 : data;
  memcpy(key.begin, f + 42, key.begin_bytes);
  return key;
}

static int fits(const request *asked, const request *answer) {
  const uint32_t both = asked->begin_bytes < answer->begin_bytes ? asked->begin_bytes : answer->begin_bytes;
  return asked->arrived != SIM_NEVER && memcmp(asked->key, answer->key, sizeof asked->key) == 0 &&
         memcmp(asked->begin, answer->begin, both) == 0;
}

static void leave_out(struct ref_host *host, uint32_t at) {
  host->requests[at].arrived = SIM_NEVER;
  uint32_t gaps = 0;
  while (gaps < host->count && host->requests[gaps].arrived == SIM_NEVER) gaps++;
  host->count -= gaps;
  memmove(host->requests, host->requests + gaps, host->count * sizeof *host->requests);
}

void ref_host_asked(ref *r, int nic, const uint8_t *frame, uint32_t count, uint64_t arrived) {
  struct ref_host *host = r->nics[nic].host;
  if (host == NULL || !is_message(frame, count) || (frame[23] == 1 && frame[34] == 0)) return;
  if (host->count == REQUESTS) {
    r->counters.nics[nic].requests_given_up++;
    leave_out(host, 0);
  }
  request asked = key_of(frame, count, 0);
  asked.arrived = arrived;
  host->requests[host->count++] = asked;
  r->counters.nics[nic].requests++;
}

static void answered(ref *r, int nic, const uint8_t *frame, uint32_t count) {
  struct ref_host *host = r->nics[nic].host;
  const request answer = key_of(frame, count, 1);
  for (uint32_t i = 0; i < host->count; i++) {
    if (!fits(&host->requests[i], &answer)) continue;
    ref_tally(&r->requests[nic], r->moment - host->requests[i].arrived);
    r->counters.nics[nic].requests_answered++;
    leave_out(host, i);
    return;
  }
}

/* M-229: "At most 16 answers exist at a time". Returns the place of the answer, or REF_NONE. */
static int new_answer(ref *r, int nic, uint32_t bytes) {
  struct ref_host *host = r->nics[nic].host;
  r->counters.nics[nic].host_heard++;
  int place = 0;
  while (place < ANSWERS && host->answers[place].used) place++;
  if (place == ANSWERS || bytes > LONGEST) {
    r->counters.nics[nic].host_unanswered++;
    return REF_NONE;
  }
  memset(&host->answers[place], 0, sizeof host->answers[place]);
  host->answers[place].used = 1;
  host->answers[place].bytes = bytes < SHORTEST ? SHORTEST : bytes;
  ref_nic_offer(r, nic, (ref_on_wire){.due = r->moment + r->config.nics[nic].host_answer_cycles,
                                      .size_bytes = host->answers[place].bytes + 4,
                                      .source = SIM_TRAFFIC_LIMIT, /* the number after the last traffic source */
                                      .answer = place + 1});
  return place;
}

static void reply_arp(ref *r, int nic, const uint8_t *f) {
  static const uint8_t nobody[4] = {0};
  if (memcmp(f + 28, nobody, 4) == 0 || memcmp(f + 28, f + 38, 4) == 0) return;
  const int place = new_answer(r, nic, 42);
  if (place == REF_NONE) return;
  uint8_t *out = r->nics[nic].host->answers[place].frame;
  memcpy(out, f, 42);
  memcpy(out, f + 22, 6);
  memcpy(out + 6, self, 6);
  out[21] = 2;
  memcpy(out + 22, self, 6);
  memcpy(out + 28, f + 38, 4);
  memcpy(out + 32, f + 22, 10);
}

static void reply_echo(ref *r, int nic, const uint8_t *f) {
  const uint32_t ip = two(f + 16);
  const int place = new_answer(r, nic, 14 + ip);
  if (place == REF_NONE) return;
  uint8_t *out = r->nics[nic].host->answers[place].frame;
  memcpy(out, f, 14 + ip);
  memcpy(out, f + 6, 6);
  memcpy(out + 6, self, 6);
  memcpy(out + 26, f + 30, 4);
  memcpy(out + 30, f + 26, 4);
  out[22] = 64;
  out[34] = 0;
  fill_checksum(out + 24, out + 14, 20);
  fill_checksum(out + 36, out + 34, ip - 20);
}

static int checks(const uint8_t *f, uint32_t count) {
  const uint32_t ip = two(f + 16), above = ip - 20;
  if (14 + ip > count || ones(f + 14, 20, 0) != 65535) return 0;
  if (f[23] == 1) return ones(f + 34, above, 0) == 65535;
  if (two(f + 38) != above) return 0;
  return two(f + 40) == 0 || ones(f + 34, above, ones(f + 26, 8, 17 + above)) == 65535;
}

void ref_host_hears(ref *r, int nic, const uint8_t *f, uint32_t count) {
  static const uint8_t arp[10] = {8, 6, 0, 1, 8, 0, 6, 4, 0, 1}, all[6] = {255, 255, 255, 255, 255, 255};
  if (count < 42) return;
  const int mine = memcmp(f, self, 6) == 0, anyone = memcmp(f, all, 6) == 0;
  if (memcmp(f + 12, arp, 10) == 0 && (mine || anyone)) reply_arp(r, nic, f);
  if (!is_message(f, count) || !checks(f, count)) return;
  if (f[23] == 17 || f[34] == 0) answered(r, nic, f, count);
  else if (mine) reply_echo(r, nic, f);
}

void ref_host_answer_over(ref *r, int nic, int answer) {
  if (answer == 0) return;
  assert(r->nics[nic].host->answers[answer - 1].used);
  r->nics[nic].host->answers[answer - 1].used = 0;
}

const uint8_t *ref_host_answer(const ref *r, int nic, int answer) {
  return r->nics[nic].host->answers[answer - 1].frame;
}
