import type { Seniority } from '#contract/leads/seniorities.ts'

/** Common titles for one position, best known first, comma-separated. Compared folded, word by word. */
export interface TitleRole {
  terms: string
  level?: Seniority
  /** Titles that contain one of the words with another meaning. */
  unless?: string
}

/** A level combined with a field of work: "head of" marketing, marketing "director". */
export interface TitleLevel {
  terms: string
  level: Seniority
  unless?: string
  /** Imply this level only beside a field of work. */
  beside?: string
  /** Endings of compound words, as in "Marketingleiter". */
  endings?: string
}

/** A field of work, and its chief's titles. */
export interface TitleField {
  terms: string
  /** Beginnings of compound words. */
  stems?: string
  chief?: string
}

/** An assistant of a position does not hold it. */
export const ASSISTANTS =
  'assistant to, assistant of, assistants to, secretary to, office of the, Assistent der, Assistentin der, Assistenz der, Assistent des, Assistentin des, Assistenz des, Assistenz Geschäftsführung, assistant de direction, assistante de direction, assistante du, assistant du, asistente de dirección, asistente del, assistente di direzione, assistente da diretoria, directieassistent, directieassistente, chief of staff to'

export const ROLES: Record<string, TitleRole> = {
  ceo: {
    level: 'c_level',
    terms:
      'CEO, chief executive officer, managing director, chief executive, Geschäftsführer, Geschäftsführerin, Geschäftsführung, Geschäftsleiter, Geschäftsleiterin, geschäftsführender Gesellschafter, Vorstandsvorsitzender, Vorstandsvorsitzende, directeur général, directrice générale, PDG, président directeur général, gérant, gérante, director general, directora general, director gerente, consejero delegado, consejera delegada, director ejecutivo, directora ejecutiva, amministratore delegato, amministratrice delegata, direttore generale, direttrice generale, diretor executivo, diretora executiva, diretor geral, diretora geral, administrador único, administradora única, amministratore unico, amministratrice unica, gerente general, sócio gerente, algemeen directeur, directeur bestuurder, bestuursvoorzitter',
  },
  president: {
    level: 'c_level',
    terms: 'president, Präsident, Präsidentin, président, présidente, presidente, presidenta',
    unless:
      'vice president, vice presidents, vicepresident, Vize Präsident, vice président, vice présidente, vice presidente, vice presidenta, past president',
  },
  chair: {
    level: 'c_level',
    terms:
      'chairman, chairwoman, chairperson, chair of the board, Vorsitzender, Vorsitzende, Aufsichtsratsvorsitzender, Verwaltungsratspräsident, président du conseil, presidente del consejo, voorzitter',
  },
  board: {
    level: 'c_level',
    terms:
      'board member, member of the board, board director, Vorstand, Vorstandsmitglied, Mitglied des Vorstands, Verwaltungsrat, administrateur, miembro del consejo, consigliere di amministrazione, bestuurslid',
  },
  founder: {
    level: 'owner',
    terms:
      'founder, co-founder, cofounder, Gründer, Gründerin, Mitgründer, Mitgründerin, fondateur, fondatrice, cofondateur, cofondatrice, fundador, fundadora, cofundador, cofundadora, fondatore, cofondatore, cofondatrice, oprichter, oprichtster, medeoprichter',
  },
  owner: {
    level: 'owner',
    terms:
      'owner, co-owner, proprietor, business owner, Inhaber, Inhaberin, Eigentümer, Eigentümerin, Firmeninhaber, Mitinhaber, propriétaire, propietario, propietaria, dueño, dueña, titolare, proprietario, proprietaria, proprietário, proprietária, dono, eigenaar, eigenaresse, DGA, entrepreneur, Unternehmer, Unternehmerin, self-employed, freelancer owner',
    unless: 'product owner, process owner, data owner, service owner, system owner, risk owner, budget owner',
  },
  partner: {
    level: 'partner',
    terms:
      'partner, managing partner, founding partner, general partner, Gesellschafter, Gesellschafterin, associé, associée, socio, socia, sócio, sócia, vennoot',
    unless:
      'business partner, partner manager, partner management, partner marketing, partner sales, partner success, partner development, partner engineer, channel partner, talent partner, people partner, hr partner, sales partner',
  },
  cfo: {
    level: 'c_level',
    terms:
      'CFO, chief financial officer, chief finance officer, Finanzvorstand, kaufmännischer Geschäftsführer, kaufmännische Geschäftsführerin, directeur financier, directrice financière, DAF, director financiero, directora financiera, direttore finanziario, direttrice finanziaria, diretor financeiro, diretora financeira, financieel directeur',
  },
  cto: {
    level: 'c_level',
    terms:
      'CTO, chief technology officer, chief technical officer, technischer Geschäftsführer, technischer Direktor, technische Direktorin, Technikvorstand, directeur technique, directrice technique, director técnico, directora técnica, director de tecnología, direttore tecnico, direttrice tecnica, diretor técnico, diretora técnica, diretor de tecnologia, technisch directeur',
  },
  coo: {
    level: 'c_level',
    terms:
      'COO, chief operating officer, chief operations officer, directeur des opérations, directrice des opérations, director de operaciones, directora de operaciones, direttore operativo, direttrice operativa, diretor de operações, diretora de operações, operationeel directeur',
  },
  cio: { level: 'c_level', terms: 'CIO, chief information officer, chief digital officer' },
  ciso: { level: 'c_level', terms: 'CISO, chief information security officer, chief security officer' },
  cpo: { level: 'c_level', terms: 'CPO, chief product officer' },
  chief_of_staff: { level: 'head', terms: 'chief of staff' },
  developer: {
    terms:
      'software engineer, software developer, developer, SWE, SDE, programmer, software development engineer, Softwareentwickler, Softwareentwicklerin, Software Entwickler, Software Entwicklerin, Softwareingenieur, Entwickler, Entwicklerin, Programmierer, Programmiererin, développeur, développeuse, ingénieur logiciel, ingénieure logiciel, programmeur, programmeuse, desarrollador, desarrolladora, programador, programadora, ingeniero de software, ingeniera de software, sviluppatore, sviluppatrice, sviluppatore software, programmatore, programmatrice, ingegnere del software, desenvolvedor, desenvolvedora, engenheiro de software, engenheira de software, softwareontwikkelaar, ontwikkelaar, software ontwikkelaar',
    unless:
      'business developer, real estate developer, property developer, land developer, organizational developer, curriculum developer, people developer, personal developer',
  },
  engineer: {
    terms:
      'engineer, Ingenieur, Ingenieurin, ingénieur, ingénieure, ingeniero, ingeniera, ingegnere, engenheiro, engenheira',
  },
  architect: {
    terms:
      'architect, Architekt, Architektin, architecte, arquitecto, arquitecta, architetto, arquiteto, arquiteta',
  },
  designer: {
    terms:
      'designer, Designerin, Gestalter, Gestalterin, concepteur, conceptrice, diseñador, diseñadora, progettista, ontwerper',
  },
  data_scientist: {
    terms: 'data scientist, Datenwissenschaftler, Datenwissenschaftlerin, científico de datos',
  },
  analyst: { terms: 'analyst, Analyst, Analystin, analyste, analista' },
  maintainer: {
    terms: 'maintainer, co-maintainer, Betreuer, mainteneur, mainteneuse, mantenedor, manutentore',
  },
  product_manager: {
    level: 'manager',
    terms:
      'product manager, Produktmanager, Produktmanagerin, chef de produit, cheffe de produit, jefe de producto, gestor de producto, gerente de producto, gestor de produto, gerente de produto, productmanager',
  },
  project_manager: {
    level: 'manager',
    terms:
      'project manager, project lead, Projektmanager, Projektmanagerin, Projektleiter, Projektleiterin, Projektleitung, chef de projet, cheffe de projet, jefe de proyecto, jefa de proyecto, gestor de proyectos, responsabile di progetto, gestor de projetos, gerente de projetos, projectmanager, projectleider',
  },
  product_owner: { terms: 'product owner, PO, Produktverantwortlicher' },
  account_manager: {
    terms:
      'account manager, account executive, key account manager, Kundenbetreuer, Kundenbetreuerin, Großkundenbetreuer, chargé de clientèle, chargée de clientèle, gestor de cuentas, ejecutivo de cuentas, accountmanager',
  },
  sales_rep: {
    terms:
      'sales representative, sales rep, sales executive, salesperson, salesman, saleswoman, Vertriebsmitarbeiter, Vertriebsmitarbeiterin, Außendienstmitarbeiter, Verkäufer, Verkäuferin, commercial, commerciale, vendeur, vendeuse, vendedor, vendedora, agente di commercio, venditore, verkoper, vertegenwoordiger',
  },
  buyer: {
    terms:
      'buyer, purchaser, purchasing agent, procurement specialist, Einkäufer, Einkäuferin, acheteur, acheteuse, comprador, compradora, acquirente, buyer acquisti, inkoper',
  },
  recruiter: {
    terms:
      'recruiter, talent acquisition, Personalreferent, Personalreferentin, Recruiterin, recruteur, recruteuse, reclutador, reclutadora, selezionatore, recrutador, recrutadora',
  },
  accountant: {
    terms:
      'accountant, bookkeeper, Buchhalter, Buchhalterin, Bilanzbuchhalter, Steuerberater, comptable, contable, contador, contadora, contabile, ragioniere, contabilista, boekhouder, accountant comptable',
  },
  lawyer: {
    terms:
      'lawyer, attorney, solicitor, legal counsel, Rechtsanwalt, Rechtsanwältin, Jurist, Juristin, avocat, avocate, juriste, abogado, abogada, avvocato, avvocatessa, advogado, advogada, advocaat',
  },
  consultant: {
    terms:
      'consultant, advisor, adviser, Berater, Beraterin, Unternehmensberater, conseiller, conseillère, consultante, consultor, consultora, asesor, asesora, consulente, adviseur',
  },
  doctor: {
    terms: 'doctor, physician, Arzt, Ärztin, médecin, médico, médica, medico, arts, huisarts',
    unless: 'doctor of philosophy',
  },
  professor: {
    terms:
      'professor, Professorin, professeur, professeure, profesor, profesora, professore, professoressa, professora, hoogleraar',
  },
  teacher: {
    terms:
      'teacher, Lehrer, Lehrerin, enseignant, enseignante, maestro, maestra, insegnante, docente, leraar, lerares',
  },
  researcher: {
    terms:
      'researcher, research scientist, Forscher, Forscherin, wissenschaftlicher Mitarbeiter, wissenschaftliche Mitarbeiterin, chercheur, chercheuse, investigador, investigadora, ricercatore, ricercatrice, pesquisador, pesquisadora, onderzoeker',
  },
  assistant: {
    terms:
      'assistant, Assistent, Assistentin, Assistenz, assistante, asistente, assistente, secretary, Sekretär, Sekretärin, secrétaire, secretaria, secretario, segretaria, secretário, secretária, secretaresse',
  },
  editor: {
    terms:
      'editor, Redakteur, Redakteurin, rédacteur, rédactrice, redactor, redactora, redattore, redattrice, redacteur',
  },
  journalist: {
    terms: 'journalist, reporter, Journalistin, journaliste, periodista, giornalista, jornalista',
  },
}

/** Levels that stand alone or with a field of work, highest first. */
export const LEVELS: Record<string, TitleLevel> = {
  vp: {
    level: 'vp',
    terms:
      'VP, vice president, SVP, EVP, AVP, RVP, GVP, vicepresident, Vizepräsident, Vizepräsidentin, vice-président, vice-présidente, vicepresidente, vicepresidenta, vice presidente',
  },
  head: {
    level: 'head',
    terms:
      'head, head of, director, Leiter, Leiterin, Leitung, Bereichsleiter, Bereichsleiterin, Abteilungsleiter, Abteilungsleiterin, Direktor, Direktorin, directeur, directrice, directora, direttore, direttrice, diretor, diretora, hoofd, department head',
    beside:
      'lead, leader, dir, responsable, responsabile, responsável, chef, cheffe, jefe, jefa, capo, chefe, verantwoordelijke, Verantwortlicher, Verantwortliche',
    endings: 'leiter, leiterin, leitung, direktor, direktorin, chef, chefin, directeur, leider, hoofd',
    unless:
      'managing director, director general, directora general, director gerente, directeur général, directrice générale, direttore generale, direttrice generale, diretor geral, diretora geral, diretor executivo, diretora executiva, director ejecutivo, directora ejecutiva, algemeen directeur, président directeur général, board director, head chef, art director assistant, funeral director, head of state',
  },
  manager: {
    level: 'manager',
    terms:
      'manager, mgr, Managerin, Teamleiter, Teamleiterin, team lead, team leader, team manager, supervisor, gérant de magasin, gestionnaire, gerente, gestor, gestora, Filialleiter, Filialleiterin, Betriebsleiter, store manager, branch manager, chef d équipe, jefe de equipo, caposquadra, teamleider, bedrijfsleider',
    endings: 'manager, managerin',
    unless: 'director gerente',
  },
  senior: {
    level: 'senior',
    terms:
      'senior, Sr, principal, staff engineer, lead developer, lead engineer, tech lead, technical lead, distinguished, fellow, expert, sênior, sénior',
  },
  entry: {
    level: 'entry',
    terms:
      'junior, Jr, entry level, trainee, intern, internship, apprentice, graduate, working student, Praktikant, Praktikantin, Werkstudent, Werkstudentin, Auszubildender, Auszubildende, Azubi, Volontär, Volontärin, stagiaire, apprenti, apprentie, alternant, alternante, becario, becaria, prácticas, aprendiz, tirocinante, stagista, apprendista, estagiário, estagiária, júnior, leerling',
  },
}

export const FIELDS: Record<string, TitleField> = {
  marketing: {
    terms: 'marketing, mktg, mercadotecnia, mercadeo',
    stems: 'marketing',
    chief: 'CMO, chief marketing officer, Marketingvorstand',
  },
  sales: {
    terms: 'sales, Vertrieb, Verkauf, ventes, ventas, vendite, vendas, verkoop',
    stems: 'vertriebs, verkaufs, sales, verkoop',
    chief:
      'CSO, chief sales officer, chief revenue officer, CRO, chief commercial officer, Vertriebsvorstand, directeur commercial, directrice commerciale, director comercial, directora comercial, direttore commerciale, direttrice commerciale, diretor comercial, diretora comercial, commercieel directeur',
  },
  finance: {
    terms:
      'finance, financial, Finanzen, finances, financiero, financiera, finanzas, finanza, finanze, finanças, financiën, financier, financière',
    stems: 'finanz, finance',
    chief: 'CFO, chief financial officer, chief finance officer, Finanzvorstand',
  },
  hr: {
    terms:
      'HR, human resources, people operations, Personal, Personalwesen, Personalabteilung, ressources humaines, RH, recursos humanos, RRHH, risorse umane, personeelszaken, P&O',
    stems: 'personal, hr',
    chief:
      'CHRO, chief human resources officer, chief people officer, Personalvorstand, DRH, directeur des ressources humaines, directrice des ressources humaines',
  },
  it: {
    terms: 'IT, information technology, informatique, EDV, informática, informatica, sistemas',
    stems: 'it, edv',
    chief: 'CIO, chief information officer, DSI',
  },
  engineering: {
    terms:
      'engineering, software development, Softwareentwicklung, Entwicklung, ingénierie, ingeniería, ingegneria, engenharia',
    stems: 'entwicklungs',
  },
  operations: {
    terms: 'operations, ops, opérations, operaciones, operazioni, operações',
    chief: 'COO, chief operating officer, chief operations officer',
  },
  procurement: {
    terms: 'procurement, purchasing, Einkauf, Beschaffung, achats, compras, acquisti, inkoop',
    stems: 'einkaufs, inkoop',
    chief: 'chief procurement officer',
  },
  product: {
    terms: 'product, Produkt, produit, producto, prodotto, produto',
    stems: 'produkt',
    chief: 'CPO, chief product officer',
  },
  communications: {
    terms:
      'communications, communication, PR, public relations, Kommunikation, Öffentlichkeitsarbeit, Presse, relations publiques, comunicación, comunicazione, comunicação, communicatie',
    stems: 'kommunikations, presse',
    chief: 'chief communications officer',
  },
  production: {
    terms: 'production, manufacturing, Produktion, Fertigung, producción, produzione, produção, productie',
    stems: 'produktions, fertigungs, productie',
  },
  logistics: {
    terms: 'logistics, supply chain, Logistik, logistique, logística, logistica, logistiek',
    stems: 'logistik',
  },
  quality: {
    terms:
      'quality, QA, quality assurance, Qualität, Qualitätssicherung, qualité, calidad, qualità, qualidade, kwaliteit',
    stems: 'qualitäts',
  },
  support: {
    terms:
      'customer support, customer service, customer success, Kundenservice, Kundendienst, service client, atención al cliente, assistenza clienti, klantenservice',
    stems: 'kundendienst',
  },
  legal: {
    terms: 'legal, Recht, Rechtsabteilung, juridique, jurídico, legale',
    stems: 'rechts',
    chief: 'CLO, chief legal officer, general counsel',
  },
  research: {
    terms:
      'research, R&D, research and development, Forschung, Forschung und Entwicklung, recherche, I+D, investigación, ricerca, pesquisa, onderzoek',
    stems: 'forschungs',
  },
  business_development: {
    terms:
      'business development, biz dev, Geschäftsentwicklung, développement commercial, desarrollo de negocio, sviluppo commerciale, desenvolvimento de negócios',
  },
}
