import type { AuditLanguage } from '#contract/prospecting/audits.ts'
import { de } from './de.ts'
import type { AuditTexts } from './define-texts.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

export { type AuditTexts, CHECKS, type CheckId } from './define-texts.ts'

export const AUDIT_TEXTS: Readonly<Record<AuditLanguage, AuditTexts>> = { en, de, fr, es }

/** Puts values into a text: `{website}` becomes that of `website`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole))

/** A day in the reader’s language: `29 November 2026`. */
export const formatReportDay = (at: Date, lang: AuditLanguage): string =>
  new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
