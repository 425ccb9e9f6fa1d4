import { DEPARTMENTS, type Department } from '#contract/leads/people-labels.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import { FIELDS } from './title-list.ts'
import { compoundField, findSeniorities, titleKey } from './titles.ts'

/** Words in positions and departments that identify the field of work. */
const WORDS: Record<Department, string> = {
  executive:
    'CEO, COO, CFO, CTO, CMO, CIO, chief, founder, owner, president, managing director, Geschäftsführer, Geschäftsführerin, Inhaber, Inhaberin, Vorstand, directeur général, gérant, gérante, director general, amministratore delegato, titolare, propietario, propietaria, dueño, dueña, proprietário, proprietária, patron, executive, management board, Geschäftsleitung',
  engineering:
    'engineer, engineering, engineers, developer, programmer, software, Entwickler, Entwicklerin, Entwicklung, Ingenieur, Ingenieurin, ingénieur, développeur, développeuse, ingeniero, ingeniera, desarrollador, desarrolladora, ingegnere, sviluppatore, engenheiro, desenvolvedor, ontwikkelaar, SRE, DevOps, maintainer, architect',
  it: 'IT, information technology, system administrator, sysadmin, network, systems, helpdesk, infrastructure, Systemadministrator, Administrator, CIO, informatique, sistemas, TI',
  product: 'product, produkt, Produktmanagement, produit, producto, prodotto, produto, CPO',
  design:
    'design, designer, UX, UI, creative, art director, Gestalter, Gestalterin, Grafiker, Grafikerin, diseñador, diseñadora',
  sales:
    'sales, account executive, account manager, business development, Vertrieb, Verkauf, Verkäufer, Verkäuferin, ventes, commercial, commerciale, ventas, vendite, vendas, verkoop, CRO, comercial, Außendienst, Außendienstmitarbeiter, Außendienstmitarbeiterin, vendedor, vendedora, vendeur, vendeuse, venditore, venditrice',
  marketing: 'marketing, growth, brand, SEO, content, demand generation, CMO, mercadotecnia',
  communication:
    'communication, communications, public relations, PR, press, media relations, Kommunikation, Öffentlichkeitsarbeit, Presse, comunicación, comunicazione, comunicação',
  support:
    'support, customer success, customer service, customer experience, Kundendienst, Kundenservice, Kundenbetreuung, service client, atención al cliente, assistenza, klantenservice',
  operations:
    'operations, COO, logistics, supply chain, procurement, purchasing, Betrieb, Logistik, Einkauf, Produktion, opérations, logistique, operaciones, logística, operazioni, operações, facility, office manager, buyer, purchaser, Einkäufer, Einkäuferin, acheteur, acheteuse, comprador, compradora',
  finance:
    'finance, financial, accounting, accountant, controller, controlling, treasurer, CFO, audit, tax, Finanzen, Buchhaltung, Buchhalter, Buchhalterin, Steuern, comptable, comptabilité, finanzas, contable, finanza, contabile, finanças, boekhouder, DAF, finanziario, finanziaria, financeiro, financeira, contador, contadora, contabilista, contabilidad, contabilità, contabilidade',
  legal:
    'legal, lawyer, attorney, counsel, compliance, paralegal, Recht, Rechtsanwalt, Rechtsanwältin, Jurist, Juristin, juriste, avocat, avocate, abogado, abogada, avvocato, advogado, advocaat, notary, Notar',
  hr: 'HR, human resources, people, recruiter, recruiting, recruitment, talent, Personal, Personalwesen, Personalabteilung, ressources humaines, RH, recursos humanos, risorse umane, personeelszaken, CHRO',
  education:
    'teacher, professor, lecturer, training, trainer, education, school, Lehrer, Lehrerin, Dozent, Dozentin, Ausbildung, enseignant, enseignante, profesor, profesora, docente, onderwijs',
  health:
    'doctor, physician, nurse, dentist, medical, clinical, therapist, pharmacist, Arzt, Ärztin, Zahnarzt, Zahnärztin, Pflege, médecin, infirmier, infirmière, médico, médica, enfermera, medico, infermiere, arts, verpleegkundige',
}

/** Departments of fields of work in compounds, where the names differ. */
const OF_FIELD: Record<string, Department> = {
  business_development: 'sales',
  communications: 'communication',
  logistics: 'operations',
  procurement: 'operations',
  production: 'operations',
  quality: 'operations',
}

const ofField = (field: string): Department | undefined =>
  OF_FIELD[field] ?? DEPARTMENTS.find((department) => department === field)

/** Folded phrases that identify a position or department. */
export function departmentPhrases(department: Department): string[] {
  const fields = Object.entries(FIELDS).filter(([field]) => ofField(field) === department)
  const texts = [
    WORDS[department],
    ...fields.flatMap(([, { terms, chief }]) => [terms, ...(chief ? [chief] : [])]),
  ]
  return [...new Set(texts.join(', ').split(', ').map(foldText))]
}

let phrases: { department: Department; key: string }[] | null = null

/** The department that a position names, by its first word that names one; the management board only alone. */
export const findDepartment: (position: string) => Department | null = memoize((position: string) => {
  phrases ??= DEPARTMENTS.flatMap((department) =>
    departmentPhrases(department).map((phrase) => ({ department, key: ` ${phrase} ` })),
  )
  const key = titleKey(position)
  let best: { department: Department; at: number; length: number } | null = null
  for (const { department, key: phrase } of phrases) {
    const at = key.indexOf(phrase)
    if (at < 0) continue
    const isBetter =
      best === null ||
      (best.department === 'executive'
        ? department !== 'executive'
        : department !== 'executive' && (at < best.at || (at === best.at && phrase.length > best.length)))
    if (isBetter) best = { department, at, length: phrase.length }
  }
  if (best && best.department !== 'executive') return best.department
  const field = key.split(' ').flatMap((word) => compoundField(word) ?? [])[0]
  const named = field && ofField(field)
  if (named) return named
  // Who owns or leads a company and names no field of work.
  const leads = findSeniorities(position).some((level) => level === 'owner' || level === 'c_level')
  return best || leads ? 'executive' : null
})
