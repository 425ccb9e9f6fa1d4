interface VideoHost {
  name: string
  /** Where its player is; the page's policy lets frames of no other origin in. */
  origin: string
  /** Addresses that people copy, each with the id of the video as its group. */
  patterns: readonly RegExp[]
  player(id: string): string
}

/** Where videos of training pages may come from. */
const VIDEO_HOSTS: readonly VideoHost[] = [
  {
    name: 'YouTube',
    origin: 'https://www.youtube-nocookie.com',
    patterns: [
      /^https:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]{11})(?:[&#]|$)/,
      /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|shorts|live)\/([\w-]{11})(?:[?#]|$)/,
      /^https:\/\/youtu\.be\/([\w-]{11})(?:[?#]|$)/,
    ],
    player: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  {
    name: 'Vimeo',
    origin: 'https://player.vimeo.com',
    patterns: [
      /^https:\/\/(?:www\.)?vimeo\.com\/(\d{1,12})(?:[?#]|$)/,
      /^https:\/\/player\.vimeo\.com\/video\/(\d{1,12})(?:[?#]|$)/,
    ],
    player: (id) => `https://player.vimeo.com/video/${id}`,
  },
  {
    name: 'Loom',
    origin: 'https://www.loom.com',
    patterns: [/^https:\/\/(?:www\.)?loom\.com\/(?:share|embed)\/([a-f\d]{32})(?:[?#]|$)/],
    player: (id) => `https://www.loom.com/embed/${id}`,
  },
  {
    name: 'Wistia',
    origin: 'https://fast.wistia.net',
    patterns: [
      /^https:\/\/[\w-]+\.wistia\.com\/medias\/([\da-z]{10})(?:[?#]|$)/,
      /^https:\/\/fast\.wistia\.net\/embed\/iframe\/([\da-z]{10})(?:[?#]|$)/,
    ],
    player: (id) => `https://fast.wistia.net/embed/iframe/${id}`,
  },
]

export const VIDEO_ORIGINS: readonly string[] = VIDEO_HOSTS.map(({ origin }) => origin)

/** Sentence for an address that is none of a video. */
export const VIDEO_MESSAGE = 'Videos can be embedded from YouTube, Vimeo, Loom and Wistia'

/** The player of a video, from its page or its player; null when it is at no allowed host. */
export function videoOf(address: string): { host: string; src: string } | null {
  for (const { name, patterns, player } of VIDEO_HOSTS)
    for (const pattern of patterns) {
      const id = pattern.exec(address.trim())?.[1]
      if (id) return { host: name, src: player(id) }
    }
  return null
}
