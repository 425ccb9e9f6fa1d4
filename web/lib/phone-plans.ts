import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** `+49 30 123456` for `+4930123456`, by its country's numbering plan; incomplete numbers are unchanged. */
export const formatPhone = (value: string): string =>
  parsePhoneNumberFromString(value)?.formatInternational() ?? value
