/** Regions for date and number formats; the language of the application stays English. Null follows the browser. */
export const LOCALES = [
  'en-US',
  'en-GB',
  'en-AU',
  'en-CA',
  'en-IE',
  'en-IN',
  'en-NZ',
  'en-ZA',
  'ar-AE',
  'ar-EG',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'el-GR',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'he-IL',
  'hi-IN',
  'hu-HU',
  'id-ID',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'sv-SE',
  'th-TH',
  'tr-TR',
  'uk-UA',
  'vi-VN',
  'zh-CN',
  'zh-TW',
] as const
export type LocaleId = (typeof LOCALES)[number]

/** 24-hour or 12-hour clock: 13:30 or 1:30 PM. */
export const HOUR_CYCLES = ['h12', 'h23'] as const
export type HourCycle = (typeof HOUR_CYCLES)[number]

/** Personal formats of dates, times and numbers; null follows the browser. */
export interface Formats {
  time_zone: string | null
  locale: string | null
  hour_cycle: HourCycle | null
}
