import { describe, expect, it } from 'vitest'
import type { IcpSegment } from '#contract/ai/icp.ts'
import { certainty, originLabel } from './icp-labels.ts'

describe('labels of segments', () => {
  it('name what a segment rests on', () => {
    const segment = { from: 'leads', leads: 60, matching: 38 } as IcpSegment
    expect(originLabel(segment, 'pushed')).toBe('38 of 60 leads sent to a CRM')
    expect(originLabel({ ...segment, from: 'profile' }, null)).toBe('From your business profile')
    expect([certainty(0.005), certainty(1e-30)]).toEqual([
      '0.5% likely to be chance',
      'Less than 0.01% likely to be chance',
    ])
  })
})
