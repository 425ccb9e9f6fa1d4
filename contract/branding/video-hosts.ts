interface VideoHost {
  name: string
  /** Origin of the player; the page's policy allows frames of no other origin. */
  origin: string
  /** Patterns of shared addresses, with the video id as their group. */
  patterns: readonly RegExp[]
  player(id: string): string
}

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

/** Error message for an address that is no video. */
export const VIDEO_MESSAGE = 'Videos can be embedded from YouTube, Vimeo, Loom and Wistia'

/** The player's address for a video or player page; null for a host that is not allowed. */
export function readVideo(address: string): { host: string; src: string } | null {
  for (const { name, patterns, player } of VIDEO_HOSTS)
    for (const pattern of patterns) {
      const id = pattern.exec(address.trim())?.[1]
      if (id) return { host: name, src: player(id) }
    }
  return null
}
