import { Anchor, Box, Button, useComputedColorScheme } from '@mantine/core'
import IconPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { type ReactNode, useState } from 'react'
import { readVideo } from '#contract/branding/video-hosts.ts'
import { insideAddress } from '#contract/core/addresses.ts'
import { type DrawElement, RichText } from '#web/ui/rich-text/rich-text.tsx'
import { AnchorLink } from '../../../ui/links.tsx'

const STORED = /^\/training-files\/[a-f0-9]{32}\.[a-z]{3,4}(?:#dark=([a-f0-9]{32}\.[a-z]{3,4}))?$/

/** A picture in the colors of the screen, if it has both. */
function Picture({ src, alt }: { src: string; alt: string }) {
  const dark = STORED.exec(src)?.[1]
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <Box
      component="img"
      display="block"
      w="100%"
      h="auto"
      mt={4}
      mb="md"
      bd="var(--app-line)"
      bdrs="md"
      src={dark && isDark ? `/training-files/${dark}` : src}
      alt={alt}
      loading="lazy"
    />
  )
}

/** A video that loads only on click, so that its host learns of the visitor only then. */
function Video({ host, src }: { host: string; src: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Box mt={4} mb="md">
      {isOpen ? (
        <Box
          component="iframe"
          display="block"
          w="100%"
          bdrs="md"
          style={{ aspectRatio: '16 / 9', border: 0 }}
          src={src}
          title={`${host} video`}
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          allow="fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <Button variant="default" leftSection={<IconPlay aria-hidden />} onClick={() => setOpen(true)}>
          Play video from {host}
        </Button>
      )}
    </Box>
  )
}

function InnerLink({ href, children }: { href: string; children: ReactNode }) {
  const { pathname, searchParams, hash } = new URL(href, 'https://inside.invalid')
  const search = Object.fromEntries(searchParams)
  return (
    <AnchorLink
      to={pathname}
      search={search}
      {...(hash ? { hash: hash.slice(1) } : {})}
      inherit
      underline="always"
    >
      {children}
    </AnchorLink>
  )
}

/** Internal links, uploaded images and files, and videos. Everything else is rendered as in any text. */
const drawSpecial: DrawElement = (element, key, inside) => {
  const tag = element.tagName.toLowerCase()
  if (tag === 'a') {
    const href = element.getAttribute('href') ?? ''
    if (STORED.test(href))
      return (
        <Anchor key={key} href={href} download inherit underline="always">
          {inside()}
        </Anchor>
      )
    const inner = insideAddress(href)
    if (inner !== undefined)
      return (
        <InnerLink key={key} href={inner}>
          {inside()}
        </InnerLink>
      )
  }
  if (tag === 'img') {
    const src = element.getAttribute('src') ?? ''
    if (!STORED.test(src)) return null
    return <Picture key={key} src={src} alt={element.getAttribute('alt') ?? ''} />
  }
  if (tag === 'iframe') {
    const video = readVideo(element.getAttribute('src') ?? '')
    return video ? <Video key={`${key}-${video.src}`} {...video} /> : null
  }
  return undefined
}

/** The text of a page. Unknown HTML never gets into the page. */
export const CourseText = ({ html }: { html: string }) => (
  <Box fz="md">
    <RichText html={html} special={drawSpecial} />
  </Box>
)
