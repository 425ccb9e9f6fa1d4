import { DEPARTMENTS, type Department } from '#contract/leads/people-labels.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import { compoundField, titleKey } from './titles.ts'

/** Words in positions and departments that identify the field of work. */
const WORDS: Record<Department, string> = {
  executive:
    'CEO, COO, CFO, CTO, CMO, CIO, chief, founder, owner, president, managing director, Geschäftsführer, Geschäftsführerin, Inhaber, Inhaberin, Vorstand, directeur général, gérant, gérante, director general, amministratore delegato, executive, management board, Geschäftsleitung',
  engineering:
    'engineer, engineering, engineers, developer, programmer, software, Entwickler, Entwicklerin, Entwicklung, Ingenieur, Ingenieurin, ingénieur, développeur, développeuse, ingeniero, ingeniera, desarrollador, desarrolladora, ingegnere, sviluppatore, engenheiro, desenvolvedor, ontwikkelaar, SRE, DevOps, maintainer, architect',
  it: 'IT, information technology, system administrator, sysadmin, network, systems, helpdesk, infrastructure, Systemadministrator, Administrator, CIO, informatique, sistemas',
  product: 'product, produkt, Produktmanagement, produit, producto, prodotto, produto, CPO',
  design:
    'design, designer, UX, UI, creative, art director, Gestalter, Gestalterin, Grafiker, Grafikerin, diseñador, diseñadora',
  sales:
    'sales, account executive, account manager, business development, Vertrieb, Verkauf, Verkäufer, Verkäuferin, ventes, commercial, commerciale, ventas, vendite, vendas, verkoop, CRO',
  marketing: 'marketing, growth, brand, SEO, content, demand generation, CMO, mercadotecnia',
  communication:
    'communication, communications, public relations, PR, press, media relations, Kommunikation, Öffentlichkeitsarbeit, Presse, comunicación, comunicazione, comunicação',
  support:
    'support, customer success, customer service, customer experience, Kundendienst, Kundenservice, Kundenbetreuung, service client, atención al cliente, assistenza, klantenservice',
  operations:
    'operations, COO, logistics, supply chain, procurement, purchasing, Betrieb, Logistik, Einkauf, Produktion, opérations, logistique, operaciones, logística, operazioni, operações, facility, office manager',
  finance:
    'finance, financial, accounting, accountant, controller, controlling, treasurer, CFO, audit, tax, Finanzen, Buchhaltung, Buchhalter, Buchhalterin, Steuern, comptable, comptabilité, finanzas, contable, finanza, contabile, finanças, boekhouder',
  legal:
    'legal, lawyer, attorney, counsel, compliance, paralegal, Recht, Rechtsanwalt, Rechtsanwältin, Jurist, Juristin, juriste, avocat, avocate, abogado, abogada, avvocato, advogado, advocaat, notary, Notar',
  hr: 'HR, human resources, people, recruiter, recruiting, recruitment, talent, Personal, Personalwesen, Personalabteilung, ressources humaines, RH, recursos humanos, risorse umane, personeelszaken, CHRO',
  education:
    'teacher, professor, lecturer, training, trainer, education, school, Lehrer, Lehrerin, Dozent, Dozentin, Ausbildung, enseignant, enseignante, profesor, profesora, docente, onderwijs',
  health:
    'doctor, physician, nurse, dentist, medical, clinical, therapist, pharmacist, Arzt, Ärztin, Zahnarzt, Zahnärztin, Pflege, médecin, infirmier, infirmière, médico, médica, enfermera, medico, infermiere, arts, verpleegkundige',
}

/** Folded phrases that identify a position or department. */
export const departmentPhrases = (department: Department): string[] => [
  ...new Set(WORDS[department].split(', ').map(foldText)),
]

/** Departments of fields of work in compounds, where the names differ. */
const OF_FIELD: Record<string, Department> = {
  business_development: 'sales',
  communications: 'communication',
  logistics: 'operations',
  procurement: 'operations',
  production: 'operations',
  quality: 'operations',
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
  const named = field && (OF_FIELD[field] ?? DEPARTMENTS.find((department) => department === field))
  return named || (best?.department ?? null)
})
