import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageFindings, PersonFinding } from '../findings.ts'
import { parsePage } from '../page/page-tree.ts'
import { chooseSocials } from './choose-socials.ts'
import { findSocials } from './find-socials.ts'
import { readProfile } from './read-profile.ts'

const findings = (html: string, path = '/contact', people: PersonFinding[] = []): PageFindings => {
  const page = parsePage(`https://acme.example${path}`, html)
  return {
    url: page.url,
    lang: null,
    title: '',
    emails: [],
    phones: [],
    socials: findSocials(page),
    people,
    organisations: [],
  }
}
const links = (...hrefs: string[]) =>
  hrefs.map((href) => `<a href="${href}"><i class="icon"></i></a>`).join('')
const urls = (...pages: PageFindings[]) => chooseSocials('acme.example', pages).map(({ url }) => url)

describe('readProfile', () => {
  it.each([
    ['http://www.facebook.com/acme/?ref=ts&fref=ts', 'facebook', 'https://facebook.com/acme'],
    ['https://de-de.facebook.com/acme/about', 'facebook', 'https://facebook.com/acme'],
    [
      'https://m.facebook.com/profile.php?id=100012345678&sk=about',
      'facebook',
      'https://facebook.com/profile.php?id=100012345678',
    ],
    [
      'https://www.facebook.com/pages/Acme/123456789',
      'facebook',
      'https://facebook.com/pages/Acme/123456789',
    ],
    ['https://www.facebook.com/p/Acme-100012345678/', 'facebook', 'https://facebook.com/p/Acme-100012345678'],
    ['//instagram.com/acme.shop/?hl=de', 'instagram', 'https://instagram.com/acme.shop'],
    ['https://de.linkedin.com/company/acme-inc/about/', 'linkedin', 'https://linkedin.com/company/acme-inc'],
    [
      'https://www.linkedin.com/in/ada-sample-123/?originalSubdomain=de',
      'linkedin',
      'https://linkedin.com/in/ada-sample-123',
    ],
    ['https://twitter.com/#!/acme', 'twitter', 'https://twitter.com/acme'],
    ['https://mobile.twitter.com/acme?lang=de', 'twitter', 'https://twitter.com/acme'],
    ['https://x.com/acme', 'twitter', 'https://x.com/acme'],
    ['https://twitter.com/intent/user?screen_name=acme', 'twitter', 'https://twitter.com/acme'],
    ['https://www.youtube.com/channel/UCabcDEF/videos', 'youtube', 'https://youtube.com/channel/UCabcDEF'],
    ['https://www.youtube.com/@acme/featured', 'youtube', 'https://youtube.com/@acme'],
    ['https://youtube.com/acmeorg', 'youtube', 'https://youtube.com/acmeorg'],
    ['https://www.youtube.com/user/acme?sub_confirmation=1', 'youtube', 'https://youtube.com/user/acme'],
    ['https://www.tiktok.com/@acme?lang=de', 'tiktok', 'https://tiktok.com/@acme'],
    ['https://github.com/acme/', 'github', 'https://github.com/acme'],
    ['https://github.com/orgs/acme/repositories', 'github', 'https://github.com/acme'],
    ['https://gitlab.com/acme', 'gitlab', 'https://gitlab.com/acme'],
    ['https://www.xing.com/companies/acmegmbh', 'xing', 'https://xing.com/companies/acmegmbh'],
    ['https://www.xing.com/profile/Ada_Sample/cv', 'xing', 'https://xing.com/profile/Ada_Sample'],
    ['https://www.pinterest.de/acme/', 'pinterest', 'https://pinterest.com/acme'],
    ['https://vimeo.com/acme', 'vimeo', 'https://vimeo.com/acme'],
    ['https://www.flickr.com/photos/acme/', 'flickr', 'https://flickr.com/photos/acme'],
    ['https://mastodon.social/@acme', 'mastodon', 'https://mastodon.social/@acme'],
    ['https://www.threads.net/@acme', 'threads', 'https://threads.net/@acme'],
    ['https://bsky.app/profile/acme.example', 'bluesky', 'https://bsky.app/profile/acme.example'],
    ['https://wa.me/4930123456?text=Hello', 'whatsapp', 'https://wa.me/4930123456'],
    [
      'https://api.whatsapp.com/send?phone=4930123456&text=x',
      'whatsapp',
      'https://api.whatsapp.com/send?phone=4930123456',
    ],
    ['https://t.me/acme_news', 'telegram', 'https://t.me/acme_news'],
    ['https://discord.gg/abc123', 'discord', 'https://discord.gg/abc123'],
    ['https://www.snapchat.com/add/acme', 'snapchat', 'https://snapchat.com/add/acme'],
    ['https://www.yelp.com/biz/acme-springfield?osq=x', 'yelp', 'https://yelp.com/biz/acme-springfield'],
    [
      'https://www.tripadvisor.de/Restaurant_Review-g1-d2-Reviews-Acme.html',
      'tripadvisor',
      'https://tripadvisor.com/Restaurant_Review-g1-d2-Reviews-Acme.html',
    ],
    [
      'https://www.google.de/maps/place/Acme+Inc/@52.5,13.4,17z/data=x',
      'google_maps',
      'https://google.com/maps/place/Acme+Inc',
    ],
    ['https://maps.google.com/?cid=1234567890', 'google_maps', 'https://google.com/maps?cid=1234567890'],
    ['https://goo.gl/maps/abcDEF123', 'google_maps', 'https://goo.gl/maps/abcDEF123'],
    ['https://medium.com/@acme', 'medium', 'https://medium.com/@acme'],
    ['https://acme.medium.com/', 'medium', 'https://acme.medium.com'],
    ['https://www.reddit.com/r/acme/', 'reddit', 'https://reddit.com/r/acme'],
    ['https://soundcloud.com/acme', 'soundcloud', 'https://soundcloud.com/acme'],
    ['https://open.spotify.com/intl-de/artist/1abc?si=x', 'spotify', 'https://open.spotify.com/artist/1abc'],
    ['https://www.behance.net/acme', 'behance', 'https://behance.net/acme'],
    ['https://www.twitch.tv/acme', 'twitch', 'https://twitch.tv/acme'],
    ['https://vk.com/acme', 'vk', 'https://vk.com/acme'],
    ['https://weibo.com/u/123456', 'weibo', 'https://weibo.com/u/123456'],
    ['https://line.me/R/ti/p/@acme', 'line', 'https://line.me/R/ti/p/@acme'],
  ])('reads %s', (href, network, url) => {
    const profile = readProfile(href)
    expect([profile?.network, profile?.url]).toEqual([network, url])
    expect(readProfile(url, true)?.url).toBe(url)
  })

  it.each([
    'https://www.facebook.com/sharer/sharer.php?u=https://acme.example',
    'https://www.facebook.com/share.php?u=x',
    'https://www.facebook.com/dialog/share?href=x',
    'https://www.facebook.com/plugins/like.php?href=x',
    'https://www.facebook.com/tr?id=123',
    'https://www.facebook.com/policy.php',
    'https://www.facebook.com/about/privacy/',
    'https://www.facebook.com/events/123456',
    'https://www.facebook.com/acme/posts/123456',
    'https://www.facebook.com/acme/videos/123456/',
    'https://www.facebook.com/hashtag/acme',
    'https://www.facebook.com/groups/123',
    'https://www.facebook.com/',
    'https://www.facebook.com/wix',
    'https://www.facebook.com/profile.php',
    'https://facebook.com.evil.example/acme',
    'https://notfacebook.com/acme',
    'https://twitter.com/intent/tweet?text=x',
    'https://twitter.com/share?url=x',
    'https://twitter.com/home?status=x',
    'https://twitter.com/hashtag/acme?src=hash',
    'https://twitter.com/search?q=acme',
    'https://twitter.com/acme/status/123456',
    'https://twitter.com/i/events/1',
    'https://twitter.com',
    'https://x.com/privacy',
    'https://www.linkedin.com/shareArticle?mini=true&url=x',
    'https://www.linkedin.com/sharing/share-offsite/?url=x',
    'https://www.linkedin.com/feed/update/urn:li:activity:1',
    'https://www.linkedin.com/legal/privacy-policy',
    'https://www.linkedin.com/company/',
    'https://www.instagram.com/p/abc/',
    'https://www.instagram.com/explore/tags/acme/',
    'https://instagram.com/about/legal/privacy/',
    'https://www.youtube.com/watch?v=abc',
    'https://www.youtube.com/embed/abc',
    'https://youtu.be/abc',
    'https://www.youtube.com/playlist?list=abc',
    'https://www.youtube.com/t/terms',
    'https://www.tiktok.com/@acme/video/123',
    'https://www.tiktok.com/tag/acme',
    'https://github.com/acme/repository',
    'https://github.com/features',
    'https://www.pinterest.com/pin/create/button/?url=x',
    'https://pinterest.com/pin/123/',
    'https://www.xing.com/spi/shares/new?url=x',
    'https://vimeo.com/123456',
    'https://player.vimeo.com/video/123456',
    'https://www.flickr.com/photos/acme/123456',
    'https://www.flickr.com/photos/tags/acme',
    'https://wa.me/?text=x',
    'https://api.whatsapp.com/send?text=x',
    'https://t.me/share/url?url=x',
    'https://t.me/acme_news/123',
    'https://bsky.app/intent/compose?text=x',
    'https://bsky.app/profile/acme.example/post/1',
    'https://www.reddit.com/submit?url=x',
    'https://www.google.com/maps/embed?pb=x',
    'https://www.google.com/maps/dir//Acme',
    'https://policies.google.com/privacy',
    'https://vk.com/share.php?url=x',
    'https://vk.com/wall-1_2',
    'https://service.weibo.com/share/share.php?url=x',
    'https://social-plugins.line.me/lineit/share?url=x',
    'https://open.spotify.com/track/1',
    'https://acme.example/@blog',
    'https://www.instagram.com/yourusername',
    'https://twitter.com/username',
    'https://twitter.com/{{ handle }}',
    'mailto:acme@facebook.com',
    'javascript:void(0)',
    'https://',
    '',
  ])('reads no profile from %s', (href) => {
    expect(readProfile(href)).toBeNull()
  })
})

describe('findSocials', () => {
  it('reads links, sameAs, meta, rel="me" and embedded boxes', () => {
    const { socials } =
      findings(`<meta name="twitter:site" content="@acme"><link rel="me" href="https://social.acme.example/@acme">
      <script type="application/ld+json">{"@type":"Organization","sameAs":["https://www.facebook.com/acme","https://acme.example"]}</script>
      <a href="www.instagram.com/acme">Instagram</a>
      <iframe src="https://www.facebook.com/plugins/page.php?href=https%3A%2F%2Fwww.facebook.com%2Facmebox&tabs=timeline"></iframe>
      <div class="fb-page" data-href="https://www.facebook.com/acmediv"></div>`)
    expect(socials.map(({ url, method, status }) => [url, method, status])).toEqual([
      ['https://www.facebook.com/acme', 'json_ld', 'own'],
      ['https://twitter.com/acme', 'meta', 'frame'],
      ['https://social.acme.example/@acme', 'meta', 'frame'],
      ['https://www.instagram.com/acme', 'link', 'body'],
      ['https://www.facebook.com/acmebox', 'link', 'body'],
      ['https://www.facebook.com/acmediv', 'link', 'body'],
    ])
  })
})

describe('chooseSocials', () => {
  const foot = `<footer>${links('https://twitter.com/acme', 'https://www.facebook.com/springfield.diner')}</footer>`

  it('takes profiles in the header and footer, once, with their pages', () => {
    const [twitter, facebook] = chooseSocials('acme.example', [
      findings(`${foot}${links('https://x.com/Acme/')}`, '/'),
      findings(foot, '/menu'),
    ])
    expect(twitter).toMatchObject({ network: 'twitter', url: 'https://twitter.com/acme' })
    expect(twitter?.sources.map(({ url }) => url)).toEqual([
      'https://acme.example/',
      'https://acme.example/menu',
    ])
    expect(facebook?.url).toBe('https://www.facebook.com/springfield.diner')
  })

  it('leaves out partners, authors and people', () => {
    const pages = [
      findings(
        `${foot}${links('https://www.linkedin.com/company/other-firm', 'https://bsky.app/profile/other.example')}`,
        '/partners',
      ),
      findings(
        `${foot}${links('https://twitter.com/ada_sample', 'https://www.linkedin.com/in/ada-sample')}`,
        '/team',
      ),
      findings(
        `${foot}<script type="application/ld+json">{"@type":"Article","author":{"@type":"Organization","sameAs":"https://facebook.com/wire"}}</script>`,
        '/news/1',
      ),
      findings(`<footer><p>Design by <a href="https://twitter.com/studio">Studio</a></p></footer>`, '/x'),
    ]
    expect(urls(...pages)).toEqual(['https://twitter.com/acme', 'https://www.facebook.com/springfield.diner'])
  })

  it('leaves the profiles that a person claims to that person', () => {
    const person: PersonFinding = {
      name: 'Ada Sample',
      role: null,
      section: null,
      method: 'card',
      block: null,
      email: null,
      phone: null,
      socials: ['https://twitter.com/acme_ada'],
      staff: true,
    }
    const html = links('https://twitter.com/acme_ada', 'https://twitter.com/acme')
    expect(urls(findings(html, '/team', [person]))).toEqual(['https://twitter.com/acme'])
  })

  it('prefers the profile named like the company to others of the same network', () => {
    const html = `<footer>${links('https://twitter.com/founder', 'https://twitter.com/acme', 'https://twitter.com/cofounder')}</footer>`
    expect(urls(findings(html, '/a'), findings(html, '/b'))).toEqual(['https://twitter.com/acme'])
  })

  it('finds a name like the domain anywhere, and any profile on a contact page', () => {
    expect(urls(findings(links('https://github.com/acme-labs'), '/code'))).toEqual([
      'https://github.com/acme-labs',
    ])
    expect(urls(findings(links('https://www.instagram.com/diner.springfield'), '/contact'))).toEqual([
      'https://www.instagram.com/diner.springfield',
    ])
  })
})

describe('hostile pages', () => {
  it('never make the reader throw or change a canonical address', () => {
    const part = fc.constantFrom(
      ...[
        'https://',
        '//',
        'www.',
        'facebook.com',
        'x.com',
        'wa.me',
        '/',
        '/@',
        '?id=',
        '%',
        '%zz',
        'acme',
        '..',
        '#!/',
        ' ',
        '"',
        'é',
        '/maps/place/',
        '1'.repeat(20),
      ],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.boolean(), (parts, isMe) => {
        const profile = readProfile(parts.join(''), isMe)
        if (profile) expect(readProfile(profile.url, true)?.key).toBe(profile.key)
        chooseSocials('acme.example', [findings(links(parts.join('')))])
      }),
    )
  })
})
