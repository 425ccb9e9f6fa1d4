/** What the heading of a part of a page says about the people below it. */
export type SectionKind = 'left' | 'staff' | 'other' | 'foreign' | 'content'

/** Before vowels French and Italian articles are part of the folded word. */
const buildPhrasePattern = (list: string): RegExp =>
  new RegExp(`(?:^| )[ld]?(?:${list.trim().replace(/\s*\n\s*/g, '|')})(?= |$)`)

/** Folded words in the order in which they decide; the first that matches is the kind. */
export const SECTION_WORDS: readonly { kind: SectionKind; words: RegExp }[] = [
  {
    kind: 'foreign',
    words:
      buildPhrasePattern(`\\S*(?:评价|评论|反馈|口碑|推荐语)|\\S*お客様の声\\S*|\\S*(?:후기|리뷰)|cosa dicono.{0,30}|lo que dicen.{0,30}|o que (?:dizem|nossos).{0,30}|ce que disent.{0,30}|was .{0,30} sagen|kunden uber uns|wat onze klanten.{0,20}|co mowia.{0,30}|klienci o nas|musteri yorumlari|yorumlar|referanslar|kundomdomen|kundeanmeldelser|velemenyek|recenze|reference klientu|ulasan|testimoni|danh gia|testimonials?|what (?:our|people|clients|customers|others|they) .{0,30}|client stories|customer stories|reviews?|kundenstimmen|kundenmeinungen|referenzen|das sagen .{0,30}|stimmen|bewertungen
      temoignages|avis clients|ils nous font confiance|testimonios|opiniones|testimonianze|recensioni|dicono di noi|depoimentos|opinie|referencje|отзывы
      photo credits|image credits|credits|bildnachweise?|bildquellen?|fotonachweise?|fotos|fotografie|credit photos?|credits photos?|crediti
      web ?design|website by|site by|umsetzung|technische umsetzung|gestaltung|konzept und gestaltung|design und programmierung|programmierung|realisation du site|realisation|conception|hosting|hoster|hostinganbieter|hebergeur|hebergement|hebergement du site
      aufsichtsbehorden?|zustandige aufsichtsbehorde|supervisory authority|data protection authority|landesbeauftragte[rn]?|datenschutzbehorde|cnil|schlichtungsstelle|streitbeilegung
      comments?|kommentare|commentaires|comentarios|commenti|lorem ipsum`),
  },
  {
    kind: 'left',
    words: buildPhrasePattern(
      `alumni|alumnae|alumnus|former|past|previous|emeritus|emeriti|ehemalige[rn]?|fruhere[rn]?|anciens|anciennes|antiguos|exalumnos|ex membri|byli|byvali|oud|voormalige|tidigare|tidligere|in memoriam|hall of fame|our history|history|geschichte|histoire|historia|storia|chronik|бывшие|выпускники|ehrenmitglieder|honorary members`,
    ),
  },
  {
    kind: 'staff',
    words:
      buildPhrasePattern(`vorstand\\w*|teams?|staff|our people|people|leadership|management|board|directors?|trustees?|executives?|executive team|officers?|founders?|co founders?|who we are|crew|employees?|attorneys|lawyers|our doctors|physicians|practitioners|advisors?|advisers?|advisory board|steering committee|committee|council|secretariat|contact persons?|key contacts|key people|about us|about|project leads?|leads|core team|office
      mitarbeiter|mitarbeiterinnen|mitarbeitenden?|mitarbeiter innen|vorstand|vorstande|vorstands?mitglieder|geschaftsfuhrung|geschaftsfuhrer|geschaftsfuhrerin|geschaftsleitung|leitung|ansprechpartner|ansprechpartnerin|ansprechpartnerinnen|ansprechpersonen|ihre ansprechpartner|kollegium|kollegen|uber uns|wir uber uns|wer wir sind|beirat|aufsichtsrat|prasidium|sekretariat|verwaltung|teammitglieder|unser team|das team|belegschaft|grunder|grunderinnen|schulleitung|redaktion|geschaftsstelle|vertretungsberechtigte .{0,30}|vertretungsberechtigter? .{0,30}|vertreten durch|gesellschafter|rechtsanwalte|anwalte
      equipes?|notre equipe|l equipe|direction|conseil dadministration|conseil|le bureau|bureau|qui sommes nous|collaborateurs|dirigeants|associes|a propos|fondateurs|nos avocats
      equipo|nuestro equipo|direccion|quienes somos|junta directiva|consejo|personal|fundadores|sobre nosotros
      direttivo|chi siamo|squadra|collaboratori|direzione|consiglio direttivo|consiglio di amministrazione|fondatori|organigramma|il nostro team
      equipa|equipe|quem somos|diretoria|sobre nos|direcao|conselho
      ons team|over ons|medewerkers|bestuur|directie|wie zijn wij|onze mensen
      wladze|czlonkowie zarzadu|organy|zespol|nasz zespol|o nas|zarzad|kierownictwo|pracownicy|kadra|rada nadzorcza|zalozyciele
      teamet|vart team|medarbetare|om oss|styrelse|styrelsen|ledning|ledningsgrupp|personal|medarbejdere|ledelse|bestyrelse|bestyrelsen|ansatte|styret|om os
      tiimi|henkilosto|hallitus|henkilokunta|tym|nas tym|vedeni|lide|tim|nas tim|csapat|csapatunk|munkatarsak|munkatarsaink|vezetoseg|rolunk|echipa|echipa noastra|conducere|despre noi
      команда|наша команда|руководство|сотрудники|о нас|правление|коллектив|екип|нашият екип|команда проекту|наша команда
      ομαδα|η ομαδα|η ομαδα μας|διοικηση|ποιοι ειμαστε|ekip|ekibimiz|takim|takimimiz|yonetim|yonetim kurulu|hakkimizda|kadromuz
      团队|我们的团队|关于我们|管理团队|董事会|核心团队|領導團隊|チーム|メンハー|メンバー|役員|役員紹介|会社概要|スタッフ|スタッフ紹介|팀|임원|구성원|팀 소개|doi ngu|doi ngu cua chung toi|ve chung toi|ban giam doc|فريق|فريقنا|فريق العمل|צוות|הצוות|הצוות שלנו`),
  },
  {
    kind: 'other',
    words:
      buildPhrasePattern(`speakers?|keynotes?|panelists?|presenters|redner|rednerinnen|referenten|referentinnen|intervenants|conferenciers|ponentes|oradores|relatori|palestrantes|prelegenci|sprekers|talare|спикеры|докладчики|lecturers
      students?|phd students|pupils|schuler|schulerinnen|studierende|studenten|etudiants|estudiantes|studenti|interns|praktikanten|participants|teilnehmer|teilnehmende|fellows|scholars|stipendiaten
      volunteers?|contributors?|community|developers?|maintainers?|committers|mentors?|ambassadors?|botschafter|supporters?|backers|donors|sponsors?|patrons|forderer|unterstutzer|friends|freunde|customers?|clients?|kunden
      guests?|guest authors?|gastautoren|authors?|autoren|autorinnen|auteurs|autores|autori|writers|jury|winners?|preistrager|preistragerinnen|laureates|finalists|artists|kunstler|kunstlerinnen|actors|players|spieler|mannschaft|cast|trainees`),
  },
  {
    kind: 'content',
    words: buildPhrasePattern(
      `products?|produkte|produits|productos|prodotti|services?|leistungen|projects?|projekte|news|aktuelles|blog|posts?|articles?|recent|latest|related|archive|archives|categories|tags|events?|veranstaltungen|termine|publications?|publikationen|literatur|literature|references|bibliography|quellen|sources|books|bucher|cookies?|privacy|datenschutz|datenschutzerklarung|terms|agb|navigation|menu|search|shop|warenkorb|cart|faq|courses|kurse|locations?|standorte|filialen|portfolio|press|presse|downloads|rezepte|recipes|awards|case stud(?:y|ies)`,
    ),
  },
]

/** Parts of a path or of class names that say what a page or a block is about. */
export const PATH_WORDS: readonly { kind: SectionKind; words: RegExp }[] = [
  { kind: 'left', words: /(?:^| )(?:alumni|former|ehemalige|past|archive|archiv|history|geschichte)(?= |$)/ },
  {
    kind: 'staff',
    words:
      /(?:^| )(?:teams?|staff|people|person|persons|employees?|mitarbeiter|leadership|management|board|vorstand|impressum|imprint|legal|mentions|about|ueber|uns|uber|kontakt|contact|ansprechpartner|equipe|equipo|equipa|chi|siamo|quienes|zespol|nas|bestuur|medewerkers|ledelse|styrelse|founders?|organization|organisation|direction|directorio|personen|members?|attorneys|lawyers|anwaelte|doctors|company|unternehmen|komanda|command)(?= |$)/,
  },
  {
    kind: 'other',
    words:
      /(?:^| )(?:speakers?|authors?|autoren|auteur|contributors?|community|students?|volunteers?|mentors?|jury|sponsors?|partners?|events?|conference|summit|programme?|schedule|kuenstler|artists?|players?)(?= |$)/,
  },
  {
    kind: 'content',
    words:
      /(?:^| )(?:blog|news|posts?|articles?|products?|produkte|shop|store|projects?|projekte|publications?|press|presse|tag|category|portfolio|privacy|datenschutz|case|studies)(?= |$)/,
  },
]

/** People who come to speak, whatever else a heading, path or class name says of them. */
export const SPEAKER_WORDS =
  /(?:^| )(?:(?:speakers?|keynotes?|panell?ists?|conferenciers|palestrantes|sprekers|спикеры)(?= |$)|登壇者|嘉宾|연사)/

/** Words in class names and ids of a block about one person. */
export const PERSON_CLASS =
  /(?:^| )(?:teams?|teammember|staff|person|persons|people|member|members|employees?|mitarbeiter|vorstand|board|leadership|profile|vcard|ansprechpartner|kontaktperson|contactperson|equipe|equipo|founder|founders|attorney|doctor|portrait|advisor|advisors)(?= |$)/

/** Words in class names of what customers, readers and guests say. */
export const FOREIGN_CLASS =
  /(?:^| )(?:testimonials?|reviews?|reviewer|comments?|commentlist|kundenstimmen?|kundenmeinung|temoignages?|recensioni|recensione|opinie|quote|quotes|blockquote|pullquote|byline|postmeta|cookie|cookies)(?= |$)/
/** Words in class names of people who write or speak, not necessarily here. */
export const AUTHOR_CLASS = /(?:^| )(?:author|authors|autor|byline|speaker|speakers|presenter)(?= |$)/
