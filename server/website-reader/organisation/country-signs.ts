/** Country-code domains that companies of all countries use. `eu` and the like belong to none. */
export const GENERIC_DOMAINS: ReadonlySet<string> = new Set(
  'io ai co me tv cc ws fm am gg sh ac to ly is la vc gs st im nu tk ml ga cf gq eu su so dj ms sc bz pw sx hn ag mn cx pm tf wf yt ky mu vg asia cat'.split(
    ' ',
  ),
)
/** Of these, the ones that are at home where a language is spoken. */
export const SHARED_DOMAIN: Record<string, readonly [language: string, country: string]> = {
  co: ['es', 'CO'],
  me: ['sr', 'ME'],
  is: ['is', 'IS'],
  ly: ['ar', 'LY'],
  mn: ['mn', 'MN'],
  hn: ['es', 'HN'],
  st: ['pt', 'ST'],
  am: ['hy', 'AM'],
  ga: ['fr', 'GA'],
  ml: ['fr', 'ML'],
  cf: ['fr', 'CF'],
  dj: ['fr', 'DJ'],
}
/** Domains that are not named like their country. */
export const DOMAIN_COUNTRY: Record<string, string> = Object.fromEntries(
  `uk=GB scot=GB wales=GB berlin=DE hamburg=DE koeln=DE cologne=DE bayern=DE saarland=DE ruhr=DE nrw=DE
    wien=AT tirol=AT swiss=CH zuerich=CH paris=FR bzh=FR alsace=FR corsica=FR amsterdam=NL frl=NL london=GB
    nyc=US boston=US miami=US vegas=US gov=US edu=US mil=US tokyo=JP osaka=JP sydney=AU melbourne=AU
    quebec=CA madrid=ES barcelona=ES gal=ES eus=ES istanbul=TR brussels=BE vlaanderen=BE gent=BE moscow=RU
    рф=RU xn--p1ai=RU xn--p1acf=RU stockholm=SE rio=BR capetown=ZA joburg=ZA durban=ZA`
    .split(/\s+/)
    .map((entry) => entry.split('=')),
)

/** The country where most pages in a language come from, and how much that says. */
export const LANGUAGE_COUNTRY: Record<string, readonly [country: string, weight: number]> =
  Object.fromEntries(
    `de=DE=0.8 fr=FR=0.8 es=ES=0.5 pt=BR=0.4 it=IT=1.5 nl=NL=1 pl=PL=2 cs=CZ=2 sk=SK=2 hu=HU=2 ro=RO=1.5
    bg=BG=2 el=GR=1.5 da=DK=2 sv=SE=1.5 nb=NO=2 nn=NO=2 no=NO=2 fi=FI=2 et=EE=2 lv=LV=2 lt=LT=2 sl=SI=2
    hr=HR=1.5 sr=RS=1 tr=TR=2 ru=RU=0.8 uk=UA=2 he=IL=2 iw=IL=2 fa=IR=1 ja=JP=2 ko=KR=2 th=TH=2 vi=VN=2
    id=ID=2 ms=MY=1 hi=IN=1.5 is=IS=2 ka=GE=2 hy=AM=2 ca=ES=1.5 eu=ES=1.5 gl=ES=1.5 cy=GB=1.5 ga=IE=1.5
    mt=MT=1.5 lb=LU=2`
      .split(/\s+/)
      .map((entry) => entry.split('='))
      .map(([language = '', country = '', weight]) => [language, [country, Number(weight)]]),
  )
/** `en-us` and `de-de` are what tools write when nobody chose. */
export const REGION_WEIGHT = 1
export const DEFAULT_REGIONS: Record<string, number> = {
  'en-us': 0.3,
  'de-de': 0.9,
  'en-gb': 0.8,
  'fr-fr': 0.9,
  'es-es': 0.7,
  'pt-br': 0.9,
}

/** How much each sign says; signs of one kind count at most `REPEATED_SIGN_FACTOR` times their weight. */
export const SIGN_WEIGHT = { structured: 4, section: 3, vat: 4, phone: 1.5, shape: 0.8, domain: 3 } as const
export const REPEATED_SIGN_FACTOR = 2
/** Less than this is a guess that is better not made. */
export const MIN_COUNTRY_SCORE = 0.75
