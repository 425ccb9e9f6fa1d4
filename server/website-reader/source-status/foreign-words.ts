/**
 * Words, in folded form, over a block that is about somebody else than the owner of the website. Matched from the
 * beginning of a word; a word with `$` must also end there.
 */
export interface ForeignWords {
  /** Who made the website, hosts it or took its pictures. */
  credits: RegExp
  /** Authorities, chambers, dispute bodies, insurers, helplines: named because the law or care asks for it. */
  authorities: RegExp
  /** Lists of other firms; the words may also head own people ("Partners" of a law firm). */
  partners: RegExp
}

const buildStartPattern = (words: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words
      .trim()
      .split(/\s*\|\s*/)
      .map((word) => (word.endsWith('$') ? `${word.slice(0, -1)}(?![\\p{L}\\p{N}])` : word))
      .join('|')})`,
    'u',
  )

export const FOREIGN_WORDS: ForeignWords = {
  credits: buildStartPattern(`
    webdesign|web design|website von$|website erstellt|webseite von$|umgesetzt von$|produced by$|crafted by$|
    site produced|maintained by$|site maintained|website maintained|template by$|theme by$|hebergeur|
    site cree par|site realise par|realise par$|cree par$|sito web creato|sito creato|sito realizzato|
    creato da$|web creada por|pagina creada por|sitio creado por|creado por$|disenado por$|diseno por$|
    hecho por$|criado por$|feito por$|site criado|autor strony|strone wykonal|strona wykonana|stworzona przez|
    autor webu|weblap|honlap|keszitette|fejlesztette|realizat de$|creat de$|lavet af$|udviklet af$|
    utvecklad av$|skapad av$|utviklet av$|laget av$|toteutus|izradio|izradila|izdelava|tasarim|сайт создан|
    разработано|створення сайту|розробка сайту|σχεδιασμος|κατασκευη ιστοσελιδ|webgestaltung|website design|
    website by$|web by$|site by$|site design|design by$|designed by$|developed by$|development by$|created by$|
    built by$|made by$|powered by$|hosted by$|hosting|hoster$|konzept und|konzept design|konzeption|umsetzung|
    realisierung|realisiert|programmierung|gestaltung und|entwicklung und design|erstellt von$|
    seitenerstellung|internetagentur|webagentur|bildnachweis|bildquelle|bildrechte|fotonachweis|fotograf|
    fotos$|photo credit|photography by|image credit|hebergement|heberge par|conception du site|
    conception et realisation|conception realisation|conception graphique|realisation$|creation du site|
    developpe par|realizzazione|realizzato da|sviluppato da|sviluppo web|progetto grafico|diseno web|
    diseno y desarrollo|desarrollado por|desarrollo web|alojamiento web|desenvolvido por|desenvolvimento|
    hospedagem|projekt strony|wykonanie|realizacja strony|tvorba webu|vytvoril|webbureau|ontwerp|
    ontwikkeld door|gerealiseerd door|webbyra|webbplats av|tarhelyszolgaltato|izrada web|разработка сайта|
    создание сайта
  `),
  authorities: buildStartPattern(`
    aufsichtsbehord|datenschutzaufsicht|datenschutzbehord|landesbeauftragte|bundesbeauftragte|
    der hessische beauftragte|landesdatenschutz|landesamt fur datenschutz|unabhangiges landeszentrum|
    zustandige behorde|zustandige kammer|zustandige kv$|zustandiges finanzamt|kassenarztliche vereinigung|
    [a-z]{4,24}kammer$|zustandige aufsicht|kammer$|kammerzugehorigkeit|berufskammer|berufsaufsicht|
    schlichtungsstelle|streitschlichtung|streitbeilegung|verbraucherschlichtung|universalschlichtungsstelle|
    berufshaftpflicht|haftpflichtversicherung|beschwerdestelle|beschwerderecht|registergericht|
    telefonseelsorge|giftnotruf|arztlicher bereitschaftsdienst|supervisory authority|data protection authority|
    data protection commission|information commissioner|lead authority|regulator$|regulatory body|regulated by|
    ombudsman|dispute resolution|crisis line|crisis hotline|suicid|lineas de ayuda|telefono de la esperanza|
    ligne d ecoute|numeri di emergenza|notruf|poison control|autorite de controle|rectorat|centre antipoison|
    autorite de protection|cnil$|mediateur|mediation$|delegue a la protection|garante|autorita di controllo|
    agencia espanola de proteccion|autoridad de control|autoridade de controle|organ nadzorczy|
    urzad ochrony danych|autoriteit persoonsgegevens|geschillencommissie|datatilsynet|
    integritetsskyddsmyndigheten|datainspektionen|tietosuojavaltuutettu|urad pro ochranu|nemzeti adatvedelmi|
    komisija za zastitu
  `),
  partners: buildStartPattern(`
    partner|kooperationspartner|sponsor|forderer|unterstutzer|mitglieder$|mitgliedsbetriebe|
    mitgliedsunternehmen|mitgliedsverbande|members$|member companies|membres$|miembros$|handler$|handlersuche|
    fachhandler|dealer|retailers|stockists|resellers|distributors|distributeurs|revendeurs|distribuidores|
    rivenditori|exhibitors|aussteller|exposants|wiederverkaufer|links$|adressen$|useful contacts|
    useful numbers|wichtige nummern|notrufnummern|hotels$|accommodation|unterkunfte|datenschutzbeauftragte|
    data protection officer
  `),
}

/** Words, in folded form, over whoever runs the website, in imprints and privacy notices. */
export const OWNER_WORDS: RegExp = buildStartPattern(`
  angaben gemass|angaben nach|diensteanbieter|anbieterkennzeichnung|anbieter$|verantwortlich|betreiber|
  seitenbetreiber|herausgeber|medieninhaber|impressum$|imprint$|legal notice|company details|
  company information|controller$|data controller|person responsible|responsible for|publisher$|editeur|
  editrice|titulaire|responsable de la publication|responsable du traitement|titular|
  responsable del tratamiento|datos identificativos|titolare del trattamento|titolare del sito|
  responsavel pelo tratamento|verwerkingsverantwoordelijke|administrator danych|provozovatel|
  spravce osobnich udaju|behandlingsansvarlig|dataansvarlig|personuppgiftsansvarig|rekisterinpitaja|adatkezelo|
  uzemelteto
`)
