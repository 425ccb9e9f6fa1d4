import { describe, expect, it } from 'vitest'
import { parsePage } from '../page/page-tree.ts'
import { readOffers } from './read-offers.ts'

const daysOf = (html: string) =>
  readOffers(parsePage('https://acme.example/', html)).map(({ value }) => value)
const script = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`

describe('offers and events with a date', () => {
  it.each([
    ['an event', { '@type': 'MusicEvent', startDate: '2026-12-05T19:00:00+01:00' }, ['2026-12-05']],
    ['its last day', { '@type': 'Event', startDate: '2026-12-05', endDate: '2026-12-08' }, ['2026-12-08']],
    ['an offer', { '@type': 'Offer', price: '9', validThrough: '2026-12-31' }, ['2026-12-31']],
    [
      'an event without its tickets',
      {
        '@type': 'Event',
        startDate: '2026-12-05',
        offers: { '@type': 'Offer', validThrough: '2026-12-01' },
      },
      ['2026-12-05'],
    ],
    [
      'no cancelled event',
      { '@type': 'Event', startDate: '2026-12-05', eventStatus: 'https://schema.org/EventCancelled' },
      [],
    ],
    ['no price that a shop dates', { '@type': 'Offer', price: '9', priceValidUntil: '2026-12-31' }, []],
    ['no job', { '@type': 'JobPosting', validThrough: '2026-12-31' }, []],
    ['no day that there isn’t', { '@type': 'Offer', validThrough: '2026-13-41' }, []],
    ['no words', { '@type': 'Event', startDate: 'next Friday' }, []],
  ])('are %s', (_what, data, days) => {
    expect(daysOf(script(data))).toEqual(days)
  })

  it('are read from microdata', () => {
    const html = `<div itemscope itemtype="https://schema.org/Event"><time itemprop="startDate" datetime="2026-12-05">Friday</time></div>`
    expect(daysOf(html)).toEqual(['2026-12-05'])
  })

  it('show no name, which may be a person’s', () => {
    const [offer] = readOffers(
      parsePage(
        'https://acme.example/',
        script({ '@type': 'Event', name: 'Ada Lindner', startDate: '2026-12-05' }),
      ),
    )
    expect(offer?.text).toBe('Event: startDate 2026-12-05')
  })
})
