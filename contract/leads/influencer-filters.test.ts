import { describe, expect, it } from 'vitest'
import { fieldErrors } from '../core/messages.ts'
import { InfluencerSearch } from './list-types/influencer.ts'

const errorsOf = (search: Record<string, unknown>): Record<string, string> => {
  const parsed = InfluencerSearch.safeParse({ source: 'sample', ...search })
  return parsed.success ? {} : fieldErrors(parsed.error)
}

describe('influencer filters', () => {
  it.each([
    [{ lastposted: 29 }, { lastposted: 'Field must be min 30' }],
    [{ lastposted: 30 }, {}],
    [{ engagementRate: 1.01 }, { engagementRate: 'Field must be max 1' }],
    [{ engagementRate: -0.1 }, { engagementRate: 'Field must be min 0' }],
    [{ audience: { credibility: 1.5 } }, { 'audience.credibility': 'Field must be max 1' }],
    [{ audience: {} }, {}],
    [{ followers_min: 100, followers_max: 99 }, { followers_max: 'Field must be greater than 100' }],
    [{ reelsPlays_min: 100, reelsPlays_max: 100 }, {}],
    [
      { saves_min: 2, saves_max: 1, views_min: 4, views_max: 3 },
      { saves_max: 'Field must be greater than 2', views_max: 'Field must be greater than 4' },
    ],
    [{ reels_plays_min: 1 }, { reels_plays_min: 'Unknown field' }],
  ])('%j has the errors %j', (search, errors) => {
    expect(errorsOf(search)).toEqual(errors)
  })

  const whole = { interval: 'i3months', operator: 'gte', value: 0.1 }

  it.each(['followersGrowthRate', 'likesGrowthRate', 'viewsGrowthRate'])(
    '%s requires all three parts or none',
    (name) => {
      expect([errorsOf({ [name]: whole }), errorsOf({ [name]: {} })]).toEqual([{}, {}])
      for (const part of Object.keys(whole)) {
        const { [part]: _left, ...rest } = whole as Record<string, unknown>
        expect(errorsOf({ [name]: rest })).toEqual({ [`${name}.${part}`]: 'Field is required' })
      }
    },
  )
})
