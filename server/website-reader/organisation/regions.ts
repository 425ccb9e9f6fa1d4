/** Regions that addresses name before their postal code: `code=name,short names`, separated by semicolons. */
const WRITTEN = {
  US: 'AL=Alabama,Ala;AK=Alaska;AZ=Arizona,Ariz;AR=Arkansas,Ark;CA=California,Calif,Cal;CO=Colorado,Colo;CT=Connecticut,Conn;DE=Delaware,Del;FL=Florida,Fla;GA=Georgia;HI=Hawaii;ID=Idaho;IL=Illinois,Ill;IN=Indiana,Ind;IA=Iowa;KS=Kansas,Kans;KY=Kentucky;LA=Louisiana;ME=Maine;MD=Maryland;MA=Massachusetts,Mass;MI=Michigan,Mich;MN=Minnesota,Minn;MS=Mississippi,Miss;MO=Missouri;MT=Montana,Mont;NE=Nebraska,Nebr;NV=Nevada,Nev;NH=New Hampshire;NJ=New Jersey;NM=New Mexico;NY=New York;NC=North Carolina;ND=North Dakota;OH=Ohio;OK=Oklahoma,Okla;OR=Oregon,Ore;PA=Pennsylvania,Penna,Penn;RI=Rhode Island;SC=South Carolina;SD=South Dakota;TN=Tennessee,Tenn;TX=Texas,Tex;UT=Utah;VT=Vermont;VA=Virginia;WA=Washington,Wash;WV=West Virginia;WI=Wisconsin,Wisc,Wis;WY=Wyoming,Wyo;DC=District of Columbia;PR=Puerto Rico;VI=Virgin Islands;GU=Guam',
  CA: 'AB=Alberta,Alta;BC=British Columbia;MB=Manitoba,Man;NB=New Brunswick;NL=Newfoundland and Labrador,Newfoundland,Nfld;NS=Nova Scotia;NT=Northwest Territories;NU=Nunavut;ON=Ontario,Ont;PE=Prince Edward Island,PEI;QC=Québec,Quebec,Que;SK=Saskatchewan,Sask;YT=Yukon',
  AU: 'NSW=New South Wales;VIC=Victoria,Vic;QLD=Queensland,Qld;SA=South Australia;WA=Western Australia;TAS=Tasmania,Tas;ACT=Australian Capital Territory;NT=Northern Territory',
  GB: 'Aberdeenshire;Angus;Co Antrim,Co. Antrim;Argyll;Co Armagh,Co. Armagh;Avon;Ayrshire;Banffshire;Bedfordshire,Beds;Berkshire,Berks;Berwickshire;Buckinghamshire,Bucks;Caithness;Cambridgeshire,Cambs;Cardiganshire;Carmarthenshire;Ceredigion;Cheshire;Clackmannanshire;Cleveland;Clwyd;Conwy;Cornwall;Cumbria;Denbighshire;Derbyshire;Devon;Dorset;Down;Dumfriesshire;Dunbartonshire;County Durham,Co Durham,Co. Durham;Dyfed;East Lothian;East Sussex;East Yorkshire;Essex;Fermanagh;Fife;Flintshire;Glamorgan;Gloucestershire,Glos;Greater London;Greater Manchester;Gwent;Gwynedd;Hampshire,Hants;Herefordshire;Hertfordshire,Herts;Humberside;Isle of Wight;Kent;Kincardineshire;Lanarkshire;Lancashire,Lancs;Leicestershire,Leics;Lincolnshire,Lincs;Co Londonderry,Co. Londonderry;Merseyside;Mid Glamorgan;Middlesex,Middx;Midlothian;Monmouthshire;Moray;Morayshire;Norfolk;North Yorkshire;Northamptonshire,Northants;Northumberland;Nottinghamshire,Notts;Oxfordshire,Oxon;Pembrokeshire;Perthshire;Powys;Renfrewshire;Roxburghshire;Rutland;Shropshire;Somerset;South Glamorgan;South Yorkshire;Staffordshire,Staffs;Stirlingshire;Suffolk;Surrey;Sussex;Tyne and Wear,Tyne & Wear;Tyrone;Warwickshire;West Glamorgan;West Lothian;West Midlands;West Sussex;West Yorkshire;Wiltshire,Wilts;Worcestershire,Worcs;Yorkshire,Yorks',
  IE: 'Carlow;Cavan;Clare;Cork;Donegal;Dublin;Galway;Kerry;Kildare;Kilkenny;Laois;Leitrim;Limerick;Longford;Louth;Mayo;Meath;Monaghan;Offaly;Roscommon;Sligo;Tipperary;Waterford;Westmeath;Wexford;Wicklow',
} as const

/** Countries that write the place before its postal code, and the region between them. */
export type RegionCountry = keyof typeof WRITTEN

const escapeDots = (text: string): string => text.replaceAll('.', '\\.')

/** A code as `NY`, `N.Y.` or, with a full stop, `Az.` */
function writeCode(code: string): string {
  const dotted = [...code].join('\\.?')
  return code.length === 2 ? `${dotted}\\.?|${code[0]}${code[1]?.toLowerCase()}\\.` : `${dotted}\\.?`
}

/** The source of a pattern for the regions of each country. Irish counties and some British ones need a "County". */
export const REGIONS = Object.fromEntries(
  Object.entries(WRITTEN).map(([country, written]) => {
    const all = written.split(';').flatMap((entry) => {
      const [names = '', code] = entry.split('=').reverse()
      const [name = '', ...short] = names.split(',')
      const capitals = /^\p{Ll}/u.test(name.slice(1)) ? [name.toUpperCase()] : []
      return [
        ...(code ? [writeCode(code)] : []),
        ...[name, ...capitals].map(escapeDots),
        ...short.map((word) => `${escapeDots(word)}\\.?`),
      ]
    })
    const names = all.sort((a, b) => b.length - a.length).join('|')
    const county = '(?:Co\\.?|County|Contae)\\s+'
    const prefix = country === 'IE' ? county : country === 'GB' ? `(?:${county})?` : ''
    return [country, `${prefix}(?:${names})`]
  }),
) as Record<RegionCountry, string>

/** States and provinces whose names are used in running text, with their country. */
export const REGION_NAMES: ReadonlyMap<string, RegionCountry> = new Map(
  (['CA', 'US'] as const).flatMap((country) =>
    WRITTEN[country].split(';').map((entry) => [entry.replace(/^.*=|,.*$/g, ''), country] as const),
  ),
)
