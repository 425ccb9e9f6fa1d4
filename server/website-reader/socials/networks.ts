/** A social network as data: which addresses of it are profiles. */
export interface Network {
  id: string
  /** Host names without `www.` and the like; the address must be one of these or below one. */
  hosts: RegExp
  /** Host of canonical addresses; null keeps the one that was written. */
  host: string | null
  /** Forms of a profile's path, without slash at the end, and the path of the canonical address. The first that fits counts. */
  profiles: readonly (readonly [form: RegExp, path: string])[]
  /** Words in the place of a name that are none, beside those of all networks. */
  reserved?: string
  /** Parameter that names the profile, with the form of its value and the canonical address made of it. */
  parameter?: { path: RegExp; name: string; value: RegExp; to: string }
}

/** Sections of a profile, which lead to the same profile. */
const SECTION =
  '(?:/(?:about|info|home|timeline|featured|videos|shorts|streams|playlists|community|channels|overview|posts|life|mycompany|people|jobs|photos|repositories|followers|following|tagged|reels|reviews|services|products|shop|contact))?'
const regex = (source: string): RegExp => new RegExp(`^${source}$`, 'i')

export const NETWORKS: readonly Network[] = [
  {
    id: 'facebook',
    hosts: /^(?:[\w-]{1,20}\.)?(?:facebook\.com|fb\.com|fb\.me)$/,
    host: 'facebook.com',
    profiles: [
      [regex(String.raw`/(?:pg/)?((?!pages$|people$|p$|groups$)[\w.%-]{2,80})${SECTION}`), '/$1'],
      [regex(String.raw`/pages/(?:category/[^/]+/)?([^/]{1,120})/(\d{5,20})`), '/pages/$1/$2'],
      [regex(String.raw`/pages/(?:category/[^/]+/)([^/]{1,120}-\d{5,20})`), '/$1'],
      [regex(String.raw`/(people|p)/([^/]{1,120})(/\d{5,20})?`), '/$1/$2$3'],
    ],
    parameter: { path: /^\/profile\.php$/i, name: 'id', value: /^\d{4,20}$/, to: '/profile.php?id=' },
    reserved:
      'sharer sharer.php share share.php dialog plugins tr events event groups hashtag search policies policy policy.php privacy legal help login login.php business ads terms watch photo photo.php photos video video.php videos story.php stories permalink.php marketplace gaming home.php l.php pages people p pg profile.php ajax recover settings media notes reel reels about careers full_data_use_policy cookies apps developers games v2.0 sdk.js',
  },
  {
    id: 'instagram',
    hosts: /^(?:[\w-]{1,20}\.)?(?:instagram\.com|instagr\.am)$/,
    host: 'instagram.com',
    profiles: [[regex(String.raw`/(?:_u/)?([\w.]{2,40})${SECTION}`), '/$1']],
    reserved: 'p reel reels explore stories tv accounts about developer legal direct web share embed',
  },
  {
    id: 'linkedin',
    hosts: /^(?:[\w-]{1,20}\.)?linkedin\.com$/,
    host: 'linkedin.com',
    profiles: [
      [regex(`/(company|school|showcase)/([^/]{1,150})${SECTION}(?:/mycompany)?`), '/$1/$2'],
      [regex('/(in)/([^/]{2,150})(?:/[a-z]{2})?'), '/$1/$2'],
      [regex(String.raw`/(pub)/([^/]{2,100}(?:/[\w-]{1,6}){0,3})`), '/$1/$2'],
      [regex('/(company|school)-beta/([^/]{1,150})'), '/$1/$2'],
    ],
  },
  {
    id: 'twitter',
    hosts: /^(?:mobile\.|m\.)?(?:twitter\.com|x\.com)$/,
    host: null,
    profiles: [[regex(String.raw`/@?(\w{2,20})(?:/(?:with_replies|media))?`), '/$1']],
    parameter: { path: /^\/intent\/(?:user|follow)$/, name: 'screen_name', value: /^\w{2,20}$/, to: '/' },
    reserved:
      'share intent home search hashtag i login signup settings privacy tos explore who_to_follow download widgets statuses account compose oauth jobs',
  },
  {
    id: 'youtube',
    hosts: /^(?:m\.|gaming\.)?youtube\.com$/,
    host: 'youtube.com',
    profiles: [
      [regex(`/(channel|c|user)/([^/]{2,100})${SECTION}(?:/.{0,40})?`), '/$1/$2'],
      [regex(`/(@[^/]{2,100})${SECTION}`), '/$1'],
      [regex(String.raw`/([\w.-]{3,60})${SECTION}`), '/$1'],
    ],
    reserved:
      'watch embed playlist results feed shorts v live t howyoutubeworks ads creators premium kids gaming music redirect subscription_center iframe_api s channel c user attribution_link clip hashtag oembed player_api ytmusic yt',
  },
  {
    id: 'tiktok',
    hosts: /^(?:m\.)?tiktok\.com$/,
    host: 'tiktok.com',
    profiles: [[regex(String.raw`/(@[\w.]{2,40})`), '/$1']],
  },
  {
    id: 'github',
    hosts: /^github\.com$/,
    host: 'github.com',
    profiles: [
      [regex(String.raw`/(?:orgs|sponsors)/([a-z\d][a-z\d-]{0,38})(?:/(?:repositories|people))?`), '/$1'],
      [regex(String.raw`/([a-z\d][a-z\d-]{0,38})`), '/$1'],
    ],
    reserved:
      'features pricing site topics explore marketplace sponsors security customer-stories enterprise team apps settings search notifications new issues pulls collections trending readme events orgs join codespaces copilot',
  },
  {
    id: 'gitlab',
    hosts: /^gitlab\.com$/,
    host: 'gitlab.com',
    profiles: [[regex(String.raw`/(?:groups/)?([\w][\w.-]{1,80})`), '/$1']],
    reserved: 'explore users help groups projects search dashboard admin api',
  },
  {
    id: 'xing',
    hosts: /^xing\.com$/,
    host: 'xing.com',
    profiles: [
      [
        regex(
          '/(companies|company|pages|profile|profiles)/([^/]{2,120})(?:/(?:about|updates|employees|web_profiles|portfolio|cv))?',
        ),
        '/$1/$2',
      ],
      [regex('/(net|communities)/([^/]{2,120})'), '/$1/$2'],
    ],
  },
  {
    id: 'pinterest',
    hosts: /^(?:[a-z]{2}\.)?pinterest\.(?:com(?:\.\w\w)?|co\.\w\w|\w\w)$/,
    host: 'pinterest.com',
    profiles: [[regex(String.raw`/([\w]{2,60})(?:/(?:_created|_saved|boards|pins))?`), '/$1']],
    reserved: 'pin ideas search today business _ categories topics video',
  },
  {
    id: 'vimeo',
    hosts: /^vimeo\.com$/,
    host: 'vimeo.com',
    profiles: [[regex(String.raw`/((?=.*[a-z])[\w]{2,60})${SECTION}`), '/$1']],
    reserved:
      'channels groups categories watch features upgrade blog album showcase ondemand event manage log_in stock user solutions create',
  },
  {
    id: 'flickr',
    hosts: /^(?:m\.)?flickr\.com$/,
    host: 'flickr.com',
    profiles: [
      [
        regex(String.raw`/(photos|people)/((?!tags$)[\w@-]{2,60})(?:/(?:albums|sets|collections))?`),
        '/$1/$2',
      ],
    ],
  },
  {
    id: 'threads',
    hosts: /^threads\.(?:net|com)$/,
    host: null,
    profiles: [[regex(String.raw`/(@[\w.]{2,40})`), '/$1']],
  },
  {
    id: 'bluesky',
    hosts: /^(?:bsky\.app|staging\.bsky\.app)$/,
    host: 'bsky.app',
    profiles: [
      [regex(String.raw`/profile/((?:[\w-]{1,63}\.)+[a-z]{2,20}|did:[a-z]+:[\w.:-]{5,80})`), '/profile/$1'],
    ],
  },
  {
    id: 'whatsapp',
    hosts: /^(?:wa\.me|(?:api|web|chat)\.whatsapp\.com|whatsapp\.com)$/,
    host: null,
    profiles: [
      [regex(String.raw`/\+?(\d{7,15})`), '/$1'],
      [regex(String.raw`/(message|channel|c)/([\w+-]{5,40})`), '/$1/$2'],
      [regex(String.raw`/([a-z\d]{20,24})`), '/$1'],
    ],
    parameter: { path: /^\/send$/, name: 'phone', value: /^\+?\s?\d{7,15}$/, to: '/send?phone=' },
  },
  {
    id: 'telegram',
    hosts: /^(?:t\.me|telegram\.me|telegram\.dog)$/,
    host: 't.me',
    profiles: [[regex(String.raw`/(?:s/)?(\w{4,40}|\+[\w-]{8,40})`), '/$1']],
    reserved: 'share joinchat addstickers proxy iv socks addlist addtheme msg',
  },
  {
    id: 'discord',
    hosts: /^(?:discord\.gg|discord\.com|discordapp\.com)$/,
    host: null,
    profiles: [
      [regex(String.raw`/(invite)/([\w-]{2,40})`), '/$1/$2'],
      [
        regex(
          String.raw`/(?!invite$|channels$|api$|app$|download$|login$|nitro$|safety$|terms$|privacy$|blog$|developers$|branding$|company$|jobs$)([\w-]{2,40})`,
        ),
        '/$1',
      ],
    ],
  },
  {
    id: 'snapchat',
    hosts: /^snapchat\.com$/,
    host: 'snapchat.com',
    profiles: [[regex(String.raw`/(?:add/|@)([\w.-]{3,40})`), '/add/$1']],
  },
  {
    id: 'yelp',
    hosts: /^(?:[a-z]{2}\.|m\.)?yelp\.(?:com(?:\.\w\w)?|co\.\w\w|\w\w)$/,
    host: 'yelp.com',
    profiles: [[regex('/(biz)/([^/]{3,150})'), '/$1/$2']],
  },
  {
    id: 'tripadvisor',
    hosts: /^(?:[a-z]{2}\.)?tripadvisor\.(?:com(?:\.\w\w)?|co\.\w\w|\w\w)$/,
    host: 'tripadvisor.com',
    profiles: [
      [
        regex(
          String.raw`/((?:Restaurant|Hotel|Attraction|VacationRental|AttractionProduct)_Review-g\d+-d\d+[^/]{0,200})`,
        ),
        '/$1',
      ],
    ],
  },
  {
    id: 'google_maps',
    hosts: /^(?:maps\.)?google\.(?:com(?:\.\w\w)?|co\.\w\w|\w\w)$/,
    host: 'google.com',
    profiles: [[regex('(?:/maps)?/place/([^/@]{3,200})(?:/.{0,600})?'), '/maps/place/$1']],
    parameter: { path: /^\/(?:maps)?$/, name: 'cid', value: /^\d{5,25}$/, to: '/maps?cid=' },
  },
  {
    id: 'google_maps',
    hosts: /^(?:maps\.app\.goo\.gl|goo\.gl|g\.page|share\.google)$/,
    host: null,
    profiles: [
      [regex(String.raw`/(maps|r)/([\w-]{5,80})(?:/review)?`), '/$1/$2'],
      [regex(String.raw`/((?!maps$)[\w.-]{5,80})(?:/review)?`), '/$1'],
    ],
    reserved: 'forms photos',
  },
  {
    id: 'medium',
    hosts: /^(?:[\w-]{1,60}\.)?medium\.com$/,
    host: null,
    profiles: [[regex(String.raw`/(@?[\w.-]{2,80})(?:/(?:about|followers))?`), '/$1']],
    reserved:
      'm me p tag topic search new-story membership policy creators _ plans jobs-at-medium partner-program',
  },
  {
    id: 'reddit',
    hosts: /^(?:old\.|new\.|m\.)?reddit\.com$/,
    host: 'reddit.com',
    profiles: [
      [regex(String.raw`/(r)/(\w{2,30})`), '/$1/$2'],
      [regex(String.raw`/(?:u|user)/([\w-]{2,30})`), '/user/$1'],
    ],
  },
  {
    id: 'soundcloud',
    hosts: /^(?:m\.)?soundcloud\.com$/,
    host: 'soundcloud.com',
    profiles: [[regex(String.raw`/([\w-]{2,60})(?:/(?:tracks|albums|sets|reposts))?`), '/$1']],
    reserved: 'discover search stream you pages upload charts imprint player oembed for-artists',
  },
  {
    id: 'spotify',
    hosts: /^open\.spotify\.com$/,
    host: 'open.spotify.com',
    profiles: [[regex('/(?:intl-[a-z]{2}/)?(artist|user|show)/([^/]{2,80})'), '/$1/$2']],
  },
  {
    id: 'behance',
    hosts: /^behance\.net$/,
    host: 'behance.net',
    profiles: [[regex(String.raw`/([\w-]{2,60})${SECTION}`), '/$1']],
    reserved: 'gallery search joblist galleries dev live assets pro hire onboarding blog',
  },
  {
    id: 'dribbble',
    hosts: /^dribbble\.com$/,
    host: 'dribbble.com',
    profiles: [[regex(String.raw`/([\w-]{2,60})(?:/(?:about|shots|collections))?`), '/$1']],
    reserved: 'shots jobs designers tags search hiring pro learn stories resources session freelance-jobs',
  },
  {
    id: 'twitch',
    hosts: /^(?:m\.|go\.)?twitch\.tv$/,
    host: 'twitch.tv',
    profiles: [[regex(String.raw`/(\w{3,30})${SECTION}`), '/$1']],
    reserved: 'videos directory p jobs downloads turbo store subs',
  },
  {
    id: 'vk',
    hosts: /^(?:m\.)?vk\.(?:com|ru)$/,
    host: 'vk.com',
    profiles: [
      [
        regex(
          String.raw`/((?!(?:wall|video|photo|album|topic|doc|market|clip|audio|app|event)-?\d)[\w.]{2,50})`,
        ),
        '/$1',
      ],
    ],
    reserved: 'share.php away.php feed video dev im login widget_community.php js rtrg groups search',
  },
  {
    id: 'weibo',
    hosts: /^(?:m\.)?weibo\.(?:com|cn)$/,
    host: null,
    profiles: [
      [regex('/(u|n|p)/([^/]{2,40})(?:/home)?'), '/$1/$2'],
      [regex(String.raw`/([\w]{3,40})`), '/$1'],
    ],
    reserved: 'share tv hot status login signup search',
  },
  {
    id: 'line',
    hosts: /^(?:page\.line\.me|line\.me|lin\.ee)$/,
    host: null,
    profiles: [
      [regex(String.raw`/(R/ti/p|ti/p)/([@~%\w-]{2,60})`), '/$1/$2'],
      [regex(String.raw`/(?!R$|ti$|en$|ja$|download$|terms$)([@\w-]{4,40})`), '/$1'],
    ],
  },
  {
    id: 'tumblr',
    hosts: /^(?:[\w-]{2,60}\.)?tumblr\.com$/,
    host: null,
    profiles: [[regex(String.raw`/(?:blog/view/)?([\w-]{2,60})`), '/$1']],
    reserved: 'share widgets dashboard register tagged search explore post archive',
  },
  {
    id: 'linktree',
    hosts: /^linktr\.ee$/,
    host: 'linktr.ee',
    profiles: [[regex(String.raw`/([\w.-]{2,60})`), '/$1']],
  },
  {
    id: 'patreon',
    hosts: /^patreon\.com$/,
    host: 'patreon.com',
    profiles: [[regex(String.raw`/(?:c/)?([\w-]{2,60})(?:/(?:posts|about|membership))?`), '/$1']],
    reserved: 'posts bepatron join create search pricing explore user policy',
  },
  {
    id: 'bilibili',
    hosts: /^space\.bilibili\.com$/,
    host: 'space.bilibili.com',
    profiles: [[regex(String.raw`/(\d{3,20})`), '/$1']],
  },
  {
    id: 'crunchbase',
    hosts: /^crunchbase\.com$/,
    host: 'crunchbase.com',
    profiles: [[regex('/(organization|person)/([^/]{2,100})'), '/$1/$2']],
  },
  {
    id: 'houzz',
    hosts: /^houzz\.(?:com(?:\.\w\w)?|co\.\w\w|\w\w)$/,
    host: null,
    profiles: [[regex('/(pro|professionals)/([^/]{2,120}(?:/[^/]{2,160})?)'), '/$1/$2']],
  },
  {
    id: 'meetup',
    hosts: /^meetup\.com$/,
    host: 'meetup.com',
    profiles: [[regex(String.raw`/(?:[a-z]{2}-[a-z]{2}/)?([\w-]{3,80})`), '/$1']],
    reserved: 'find topics cities pro apps lp media register',
  },
]

/** Words in the place of a name that are the platforms' own pages everywhere. */
export const RESERVED: ReadonlySet<string> = new Set(
  'about help login logout signin signup register contact terms tos privacy legal policies policy cookies press blog jobs careers support developers developer search download downloads settings home index index.html index.php en de fr es it app apps business oauth account accounts api share sharer feed intent embed web null undefined'.split(
    ' ',
  ),
)

/** Names that templates and builders leave in their links. */
export const PLACEHOLDER_NAMES: ReadonlySet<string> = new Set(
  'username yourusername user-name yourname your-name yourpage your-page yourcompany your-company yourprofile your-profile yourhandle yourbrand yourchannel yourbusiness youraccount profile page user example company companyname mycompany test name handle account wix wixstudio wixcom squarespace wordpress wordpressdotcom wordpresscom automattic weebly godaddy jimdo shopify webflow elementor elemntor envato themeforest themeisle ionos strato facebook instagram twitter linkedin youtube github pinterest tiktok hugoblox wowchemy'.split(
    ' ',
  ),
)

/** Hosts of the Mastodon kind, where a link need not say rel="me". */
export const FEDIVERSE_HOSTS =
  /(?:^|\.)(?:mastodon\.[\w.]+|mstdn\.[\w.]+|mas\.to|fosstodon\.org|hachyderm\.io|chaos\.social|troet\.cafe|pixelfed\.[\w.]+|techhub\.social|infosec\.exchange|ruby\.social|mastodontech\.de|bonn\.social|[\w-]+\.social|toot\.[\w.]+|floss\.social|journa\.host|scholar\.social|sigmoid\.social|social\.[\w-]+\.[\w.]+)$/
