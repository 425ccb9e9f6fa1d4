import { stem } from './stem.ts'

const set = (words: string) => new Set(words.trim().split(/\s+/))

/** Words that carry no claim of their own, in the languages that texts are written in. */
export const STOP_WORDS: ReadonlySet<string> = set(`
  a an the this that these those it its itself they them their theirs he him his she her hers who whom whose which what
  i me my mine we us our ours you your yours and or but so as if then than when while where how why because of to in on at
  by for from with into onto within across through per via is are was were be been being am do does did has have had having
  there here also too very just quite still yet again s one ones some any each every both all such same own up out off
  about around over under between among during i'm you're it's that's we're they're i've you've we've they've
  der die das den dem des ein eine einen einem einer eines und oder aber als wie wenn so auch noch schon sehr es er sie wir
  ihr ihre ihren ihrem ich mich mir sich uns unser unsere unserem unseren euch euer ihnen sein seine seinen seinem ist sind
  war waren wird werden wurde wurden hat haben hatte im in am an auf aus bei mit nach von vom zu zum zur für über um durch
  le la les un une des du de et ou mais que qui dont où il elle ils elles nous vous je tu mon ma mes ton ta tes son sa ses
  notre nos votre vos leur leurs est sont était a ont être avoir au aux en dans par pour sur avec chez ce cet cette ces
  el los las una uno unos unas y o pero que quien como cuando donde su sus mi mis tu nuestro nuestra nuestros nuestras es
  son era fue ha han ser estar está están en con por para del al lo se más muy también
  il lo gli i una di da del della dei delle e o ma che chi come dove suo sua loro noi voi è sono era ha hanno nel nella con
  het een en of maar dat die wie wat waar zijn haar hun wij u ik is was waren heeft hebben van voor met op aan bij uit naar
  os as um uma uns umas do da dos das e ou mas que quem como onde seu sua seus suas nosso nossa é são foi tem têm no na com`)

/**
 * Words of courtesy and of reporting: they say that something was read, not what is so. As they are written, because
 * "founded" is not "found".
 */
export const GENERIC: ReadonlySet<string> = set(`
  saw see seen notice noticed noticing read reading came come across found finding look looked looking love loved like
  liked enjoy enjoyed impressed impressive interesting interested curious wanted want hope hoping wondering wonder
  question questions hello hi hey dear thanks thank congratulations
  congrats reach reaching writing wrote write say says said state states stated mention mentions mentioned describe
  describes described note notes according website site page websites sites pages
  would could know let let's work company companies business businesses
  firm firms organisation organization organisations organizations team teams currently now today based located
  habe gesehen gelesen webseite website unternehmen firma frage hallo
  site web entreprise société question bonjour vu lu page empresa sitio hola pregunta`)

/** Words of an invitation; in a sentence that invites to nothing they are claims: "quick delivery", "a public company". */
export const INVITING: ReadonlySet<string> = set(`
  quick short brief call chat talk meeting email reply open worth idea thought thoughts happy glad great nice listed listing
  public kurz gespräch`)

/** Opposites and steps of a scale: one of a group never stands for another. */
const OPPOSITES = `
  open closed|opened closed|before after|since until|largest smallest|biggest smallest|more fewer|more less
  increase decrease|increased decreased|grew shrank|rose fell|buy sell|bought sold|hire fire|won lost
  first last|oldest newest|oldest youngest|old new|start end|begin end|began ended|start stop|free paid|public private
  north south|east west|men women|indoor outdoor|wholesale retail|full part|daily weekly|weekly monthly|monthly yearly
  summer winter|morning evening|import export|above below|inside outside|cheap expensive|accept refuse|accept reject
  with without|include exclude|always never|former current|former present|profit loss|major minor|minimum maximum|day night
  headquarter office|headquarter branch|base office|base branch|supplier customer|customers suppliers|client vendor|local international|local global|national international`
  .trim()
  .split(/[|\n]/)
  .map((pair) => pair.trim().split(/\s+/).map(stem) as [string, string])

/** What may not be said when this stands in the source. */
export function oppositesOf(stemmed: string): string[] {
  return OPPOSITES.flatMap(([one, other]) => (one === stemmed ? [other] : other === stemmed ? [one] : []))
}

/** Words for one thing. A sentence may use another word of the group than its source. */
const SAME = `
  found establish start launch create set begin began begun foundation founder gründen gegründet founded
  make produce manufacture craft build create fabricate maker manufacturer producer maakt
  sell offer provide supply stock carry retail sale sells deliver serve available
  employ staff worker employee workforce people colleague personnel headcount strong
  firm company business enterprise organisation organization studio agency
  shop store
  run operate manage operator lead leading head led
  own owner
  client customer buyer
  help support assist aid
  specialise specialize focus specialist specialism concentrate dedicate
  headquarter base seat
  locate situated
  house home
  fast quick rapid
  big large
  small little tiny
  build construct erect construction
  fix repair mend restore
  teach train educate course class lesson workshop instruct
  food meal dish
  cloth clothing garment apparel
  vehicle car automobile auto
  lawyer attorney solicitor
  doctor physician
  grow expand growth expansion
  buy purchase acquire acquisition takeover bought
  win receive won
  award prize
  use employ utilise utilize rely
  join hire recruit
  release launch publish introduce
  move relocate
  year annual yearly
  child kid
  family household
  clean cleaning
  bread loaf
  bake baker bakery
  brew brewer brewery beer
  coffee café cafe
  software program application app
  internet online web digital
  advise consult counsel advice consultant consultancy
  guest visitor
  city town
  site location branch
  job position role vacancy opening
  since
  photo picture photograph image
  protect secure safeguard security protection
  cheap affordable inexpensive
  free complimentary gratis
  show display exhibit present
  transport ship haul freight
  weekly week
  daily day
  monthly month
  sustainable green ecological eco
  organic bio
  handmade hand
  volunteer voluntary
  donate donation give
  maintain care upkeep
  event conference meetup
  rent hire lease
  community network`
  .trim()
  .split('\n')
  .map((line) => new Set(line.trim().split(/\s+/).map(stem)))

/** Whether two words, by their stems, may stand for each other. */
export const isSynonym = (one: string, other: string): boolean =>
  SAME.some((group) => group.has(one) && group.has(other))

const PLACES =
  `germany german deutschland deutsche|uk britain british kingdom|usa us american america states|france french
  |spain spanish|italy italian|switzerland swiss|austria austrian|netherlands dutch holland|europe european|poland polish
  |sweden swedish|denmark danish|norway norwegian|portugal portuguese|ireland irish|scotland scottish|canada canadian`
    .split('|')
    .map((group) => set(group))

/** Whether two names mean one country. */
export const isSamePlace = (one: string, other: string): boolean =>
  PLACES.some((group) => group.has(one) && group.has(other))

/** Names that are no company's. */
export const CALENDAR: ReadonlySet<string> = set(`
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december spring summer autumn winter last next early late montag dienstag mittwoch donnerstag freitag samstag sonntag`)

/** Negation in a sentence. */
export const NEGATIONS: ReadonlySet<string> = set(`
  not no never none neither nor without cannot can't don't doesn't didn't isn't aren't wasn't weren't won't hasn't haven't
  hadn't wouldn't couldn't shouldn't nobody nothing nowhere hardly rarely seldom refuse refuses refused stop stopped
  stops cease ceased discontinued lack lacks lacking fail failed fails unable except excluding instead
  cancelled canceled abandoned declined denied lost
  nicht kein keine keinen keinem keiner nie niemals ohne weder
  pas jamais aucun aucune sans ni
  nunca ningún ninguna sin tampoco
  mai senza nessun nessuna
  niet geen nooit zonder
  não nunca sem nenhum nenhuma`)

/** Words that make a fact a plan, a wish or a rumour. */
export const MODALS: ReadonlySet<string> = set(`
  will may might plan plans planned planning intend intends intended aim aims aiming hope hopes want wants expect expects
  expected consider considering propose proposed proposes seek seeks seeking target targets soon upcoming future would could
  should if rumoured rumored allegedly reportedly possibly perhaps maybe almost nearly
  wird werden soll sollen will möchte plant geplant voraussichtlich bald`)

/** Of those, the ones that a sentence may not add: "would" asks, "plans" claims. */
export const INTENTIONS: ReadonlySet<string> = set(`
  plan plans planned planning intend intends intended aim aims expect expects expected consider considering propose proposed
  rumoured rumored allegedly reportedly upcoming soon plant geplant voraussichtlich bald`)

/** Words that make a fact a thing of the past. */
export const PAST: ReadonlySet<string> = set(`
  former formerly ex previously once used until was were had ehemals früher ehemalig ehemalige ancien ancienne anciennement`)
/** Of those, the ones that only a sentence of the past may leave out. */
export const FORMER: ReadonlySet<string> = set(
  'former formerly ex previously until bis ehemals früher ehemalig ehemalige ancien ancienne anciennement',
)

/** Whom a fact is about when it is not the business itself. */
export const OTHER_SUBJECTS: ReadonlySet<string> = set(`
  customer customers client clients partner partners supplier suppliers competitor competitors subsidiary subsidiaries
  parent sister investor investors member members founder founders ceo owner owners chef director neighbour neighbours
  neighbor neighbors landlord tenant tenants rival rivals predecessor successor kunde kunden partnerin client clients
  cliente clientes`)

/** Words for "more than", "less than" and "about": a sentence may not add one. */
export const QUANTITY_CLASSES: readonly ReadonlySet<string>[] = [
  set('over more above least plus exceeding exceeds beyond über mehr mindestens'),
  set('under fewer less below most almost nearly unter weniger höchstens fast'),
  set('about around approximately roughly circa ca some etwa rund ungefähr environ'),
]

/** First person: the owner of the source speaks of itself. */
export const FIRST_PERSON: ReadonlySet<string> = set(
  `we us our ours we're we've i my ourselves wir uns unser unsere unserem unseren unserer nous notre nos nosotros nuestro
  nuestra nuestros nuestras noi nostro nostra wij ons onze nós nosso nossa`,
)
export const SECOND_PERSON: ReadonlySet<string> = set(
  "you your yours you're you've ihr ihre sie vous votre vos",
)
/** Words before a name of a place or a time. */
export const PREPOSITIONS: ReadonlySet<string> = set('in near since im')
/** Nouns by which a business calls itself. */
export const SELF: ReadonlySet<string> = set(`
company business firm team organisation organization foundation project platform network practice shop store studio
  workshop bakery restaurant hotel clinic school agency brewery café office group brand association club farm factory
  house head main association initiative cooperative syndicate society institute museum theatre`)
