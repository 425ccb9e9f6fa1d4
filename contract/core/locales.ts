/** How dates and numbers can look, by region; the words of the application stay English. Null is the browser's own. */
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

/** Half past one in the afternoon: 1:30 PM or 13:30. */
export const HOUR_CYCLES = ['h12', 'h23'] as const
export type HourCycle = (typeof HOUR_CYCLES)[number]

/** How someone wants dates, times and numbers; null is what the browser says. */
export interface Formats {
  time_zone: string | null
  locale: string | null
  hour_cycle: HourCycle | null
}
