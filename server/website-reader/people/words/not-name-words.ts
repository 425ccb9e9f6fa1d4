const splitWords = (text: string): string[] => text.trim().split(/\s+/)

/** Words that no name holds, folded: forms of firms, page furniture, function words, things, places. */
export const NEVER_IN_NAMES: ReadonlySet<string> = new Set([
  // Forms of firms and organisations.
  ...splitWords(`gmbh ag kg ohg gbr ug ev eg mbh ltd limited inc llc llp plc corp corporation company co sarl sas sa eurl srl spa
    snc sl slu bv nv vof oy oyj ab as aps sp zoo doo kft zrt sro ooo pty pte sdn bhd kk foundation stiftung institut
    institute institution university universitat universite universidad universita universiteit college school schule
    hochschule academy akademie association verein verband society gesellschaft fondation fundacion fondazione fundacja
    agency agentur group gruppe groupe grupo gruppo holding holdings partners solutions services systems consulting
    technologies technology industries international global media studio studios labs lab laboratory center centre
    zentrum centro museum library bank church kirche hospital klinik clinic ministry ministerium council committee
    commission department office buro bureau trust fund ventures capital network netzwerk union federation chamber
    kammer amt behorde amtsgericht court gericht finanzamt club initiative consortium alliance`),
  // Page furniture.
  ...splitWords(`about contact contacts home homepage privacy policy terms conditions cookie cookies imprint impressum datenschutz
    datenschutzerklarung login logout signup register registration subscribe newsletter search suche menu navigation
    sitemap faq help support download downloads read learn more mehr weiter weiterlesen lesen view show see click here
    hier next previous zuruck back continue share follow submit send book buy shop store cart checkout order donate
    donation spenden join apply careers career karriere jobs job stellenangebote news aktuelles blog post posts article
    articles press presse events event veranstaltungen kalender calendar gallery galerie video videos podcast webinar
    portfolio projects project projekte products product produkte produits productos prodotti service leistungen
    preise pricing features feature overview uberblick introduction welcome willkommen bienvenue bienvenidos benvenuti
    legal notice agreement agreements license licenses licence licences guideline guidelines statement statements disclaimer
    document documents form template templates checklist application applications reseller resellers directions driving
    account accounts skills chart charts organisation organization casino resort electronics
    mentions legales kontakt kontaktieren anfahrt telefon phone email mail fax website webseite address
    adresse copyright rights reserved powered toggle skip content language deutsch english francais espanol italiano
    nederlands polski portugues linkedin facebook twitter instagram youtube github mastodon xing tiktok whatsapp
    telegram profile profil profiles bio biography vita cv resume details info information latest recent popular
    related category categories tag tags archive archives comments comment reply testimonial testimonials
    lire suite voir decouvrir plus accueil contactez ver leer mas inicio leggi scopri altro meer lees czytaj wiecej`),
  // Groups and sections.
  ...splitWords(`team teams staff people leadership management board founders history mission vision values werte unser unsere
    unseren unserer our your their my notre nos votre nuestro nuestra nuestros nostro nostra nostri ons onze nasz nasze
    members mitglieder mitarbeiter mitarbeiterinnen vorstand geschaftsfuhrung equipe equipo zespol community alumni
    speakers sponsors partner partenaires customers clients kunden developers contributors volunteers students
    schuler trainees interns advisors committee overall general`),
  // Function words.
  ...splitWords(`the and or of for with without in on at to from by as is are was be been this that these those we you they it its
    how what why when where who which all any every each new not no yes can will get make let us me
    die das und oder fur mit ohne im am zum bei aus nach uber unter wir sie ihr ihre ist sind wie was warum wann wo wer
    alle neue neuer neues nicht kein ein eine einer
    et ou pour avec sans dans sur par ce cette ces nous vous est sont comment pourquoi tous toutes nouveau une aux
    o para con sin en por este esta estos somos como donde todos nueva un una
    per della senza come dove tutti noi voi questo questa siamo un gli
    voor met zonder een het wij hoe wat waar alle nieuwe
    dla bez jak gdzie wszystkie na jest`),
  // Things that stand in capitalised headings of websites.
  ...splitWords(`open source software hardware data science cloud web digital mobile android ios app apps online internet code
    coding design development engineering marketing sales finance business strategy research innovation training
    education security quality safety health energy environment sustainability community infrastructure platform
    product engineer developer developpement systeme system analytics intelligence artificial machine learning deep
    python javascript java linux windows google microsoft apple amazon meta adobe oracle wordpress drupal joomla
    full stack user experience interface customer success human resources operations logistics production
    program programs programme programmes project workshop workshops conference summit meetup hackathon festival
    magazine journal book books guide report annual award awards prize winner contest challenge grant grants case study
    studies story stories step steps free best top great good public private national federal local regional european
    american world life work living house home garden kitchen restaurant hotel cafe travel tours
    technik forschung entwicklung vertrieb verwaltung buchhaltung beratung planung bildung umwelt energie gesundheit
    sicherheit qualitat nachhaltigkeit wirtschaft politik kultur kunst musik sport wissen aufgaben angebot angebote
    angaben haftung haftungsausschluss streitbeilegung inhalt inhalte links urheberrecht gemass umsatzsteuer
    registergericht registernummer steuernummer handelsregister bildnachweis sitz hosting webdesign umsetzung konzept
    gestaltung redaktion verantwortlich vertreten vertretungsberechtigt
    lorem ipsum dolor placeholder untitled student students phd
    филиал банк ооо ао зао пао ип компания компании общество университет институт центр группа отдел отдела россия москва
    адрес телефон почта улица область город контакты команда миссия новости проекты услуги
    fundacja stowarzyszenie spolka przedszkole szkola liceum fundacion asociacion colegio empresa servicios nosotros
    quienes empleo primer primeiro emprego fondazione associazione azienda servizi chi
    association ecole lycee societe entreprise mairie commune
    sekolah guru daftar profil visi misi yayasan universitas`),
  // Streets and places.
  ...splitWords(`street strasse str avenue ave road rd boulevard blvd lane drive square platz weg allee gasse ring ufer rue calle
    via viale piazza plaza placa ulica ul straat laan plein floor suite building gebaude etage stock haus raum room
    city town county state province district region country germany deutschland austria osterreich switzerland schweiz
    france espana spain italy italia poland polska nederland netherlands belgium belgique europe europa asia africa
    america australia canada brazil brasil mexico china japan korea india singapore vietnam thailand indonesia malaysia ghana nigeria kenya uganda tanzania rwanda zambia zimbabwe botswana namibia senegal cameroon
    ethiopia egypt morocco tunisia algeria pakistan bangladesh nepal philippines taiwan argentina colombia peru ecuador
    bolivia uruguay venezuela guatemala honduras nicaragua panama portugal greece norway sweden finland denmark iceland
    estonia latvia lithuania hungary romania bulgaria serbia croatia slovenia slovakia albania iran iraq qatar kuwait
    precision execution excellence strategic strategy vision performance growth transformation speaker admin
    deloitte kpmg pwc accenture siemens barclays hsbc santander retired superintendent vakant vacant vacante vacature unbesetzt neobsazeno tba tbd wakat vakans ledig
    turkey turkiye russia ukraine ireland scotland wales england britain kingdom united states arabia emirates zealand
    berlin hamburg munchen munich koln cologne frankfurt stuttgart dusseldorf leipzig dresden hannover nurnberg wien
    vienna zurich zuerich basel bern genf geneva paris lyon marseille london manchester dublin madrid barcelona
    lisbon lisboa roma rome milano milan torino napoli amsterdam rotterdam brussels bruxelles prague praha warszawa
    warsaw budapest bucharest athens istanbul ankara moscow kyiv copenhagen stockholm oslo helsinki york angeles
    francisco chicago boston seattle toronto vancouver montreal sydney melbourne tokyo osaka seoul beijing shanghai
    kong taipei bangkok jakarta mumbai delhi bangalore dubai cairo lagos nairobi johannesburg paulo janeiro aires lima
    bogota santiago havana north south east west nord sud ost west central`),
  // Times.
  ...splitWords(`monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
    lundi mardi mercredi jeudi vendredi samedi dimanche january february march july september october november december
    januar februar marz juli oktober dezember janvier fevrier mars avril juin juillet aout septembre octobre novembre
    decembre today tomorrow hours uhr spring autumn winter opening offnungszeiten am pm`),
])

/** Words that are family names too: they only speak against a name whose first word is no given name. */
export const SELDOM_IN_NAMES: ReadonlySet<string> = new Set(
  splitWords(`santiago austin paris london francisco long young day may june april august summer price page park field fields
    street church banks west north east south king black white green brown gold silver stone wood woods hill hills
    rivers lake love hope faith grace power best good rich small little short sharp bright wise sky star moon sun ocean
    forest bush rose lily house house marsh bell case cross dean dean bishop baker cook carter cooper fisher gardener
    miller porter potter shepherd smith taylor turner walker weaver lead meister richter bauer koch schneider
    mars bass fox wolf bird hawk swan ford lincoln mason major chase hunter archer sales story work works law laws
    read reading mail post ring platz garden rome wales england holland france german english french spain
    per don ying xing una center via drive lane state public santa san marin in an a on do no so man may will mark me te my le la da di
    york paulo milan gloria victoria virginia carolina florence milano napoli romano torino berlin hamburg wien bern basel lima cairo delhi dublin vienna geneva
    kong bank book books grant court club`),
)

/** Places whose words pass for names. */
export const PLACE_NAMES: ReadonlySet<string> = new Set(
  `hong kong|san francisco|san diego|san jose|san antonio|san marino|santa cruz|santa barbara|santa monica|santa fe|santa clara|sao paulo|buenos aires|los angeles|las vegas|sierra leone|sri lanka|tel aviv|ho chi minh|kuala lumpur|costa rica|puerto rico|el salvador|monte carlo|ha noi|da nang|phnom penh|saint louis|el paso|la paz|den haag|bad homburg|sankt augustin|st gallen|st polten|monte rosa|abu dhabi|addis ababa|cape verde|hoi an|morgan stanley|goldman sachs|wells fargo|merrill lynch|standard chartered|ernst young|louis vuitton|calvin klein|hugo boss|mary kay|chiang mai|tan binh`.split(
    '|',
  ),
)

/** Whole names that only fill templates. */
export const ALWAYS_DEMO: ReadonlySet<string> = new Set(
  `john doe|jane doe|max mustermann|erika mustermann|maria musterfrau|maxi musterfrau|erika musterfrau|martina musterfrau|lorem ipsum|john q public|joe bloggs|firstname lastname|first last|vorname nachname|your name|first name|last name|full name|name surname|nom prenom|prenom nom|nombre apellido|nome cognome|imie nazwisko|first name last name|fornamn efternamn|fornavn etternavn|fornavn efternavn|etunimi sukunimi|jmeno prijmeni|meno priezvisko|ad soyad|adi soyadi|nama lengkap|nombre y apellido|voornaam achternaam|jan modaal|ola nordmann|kari nordmann|fulano de tal|dein name|ihr name|max muster|erika muster|john appleseed|member name|team member|person name`.split(
    '|',
  ),
)

/** Common in templates but also real: left out only where filler text stands on the same page. */
export const OFTEN_DEMO: ReadonlySet<string> = new Set(
  `jane smith|john smith|jean dupont|mario rossi|juan perez|jan kowalski|ivan ivanov|jan novak|jan jansen|joao silva|mary smith|mike smith|sarah smith|alex smith|john williams|david smith|emily johnson|michael johnson|sarah johnson|robert johnson|mary johnson|john johnson|michael brown|anna smith|walter white|sarah jhonson|william anderson|amanda jepson|jena karlis|sara wilsson|john larson|saul goodman|matt brandon`.split(
    '|',
  ),
)
