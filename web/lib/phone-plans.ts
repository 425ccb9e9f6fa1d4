import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** `+49 30 123456` for `+4930123456`, by the numbering plan of its country; what is no whole number stays as it is. */
export const formatPhone = (value: string): string =>
  parsePhoneNumberFromString(value)?.formatInternational() ?? value
