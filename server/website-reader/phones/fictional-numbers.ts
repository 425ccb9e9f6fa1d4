/**
 * Numbers that the authorities of a country keep free for films and examples, as E.164: on a website they are what a
 * theme or a generator filled in.
 */
const FICTIONAL: readonly RegExp[] = [
  // North America: 555-01xx of every area.
  /^\+1\d{3}55501\d\d$/,
  // United Kingdom: drama numbers of the cities, freephone, national, mobile.
  /^\+44(?:1[1-9]1496|2079460|2890180|2920180)\d{3,4}$/,
  /^\+44(?:1632960|1914980|7700900|8081570|3069990)\d{3}$/,
  // Australia.
  /^\+61(?:[2378]5550\d{4}|[2378]7010\d{4}|491570\d{3}|18009757\d\d)$/,
  // France.
  /^\+33(?:19900|26191|35301|46571|53649|63998)\d{4}$/,
  // Germany.
  /^\+49(?:3023125|6990009|4066969|2214710|8999998)\d{3}$/,
  /^\+49(?:15228817386|15228895456|15254599371|1729925904|1729968532|172997318[56]|1729980752|17604069\d{3})$/,
  // Sweden.
  /^\+46(?:31390|40628|8465004|980319|701740)\d{2,3}$/,
]

/** Digits that count up or down, and one digit over and over: nobody's number looks so, a form filled in to show it does. */
const COUNTING_DIGITS = /012345|123456|234567|345678|456789|567890|9876543|8765432|(\d)\1{6}/
/** 555 is given to nobody in North America. */
const TEMPLATE_NUMBER = /^\+1\d{3}555\d{4}$/

/** Whether a number in E.164 is an example: one kept free for films and books, or one that only shows what numbers look like. */
export function isExampleNumber(e164: string): boolean {
  return (
    TEMPLATE_NUMBER.test(e164) ||
    COUNTING_DIGITS.test(e164.slice(1)) ||
    FICTIONAL.some((form) => form.test(e164))
  )
}
