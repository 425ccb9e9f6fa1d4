import { describe, expect, test } from 'vitest'
import { effectiveModules, memberModules } from './entitlements.ts'

describe('modules of an account', () => {
  test.each<[what: string, plan: string[], parent: string[] | null, effective: string[]]>([
    ['all of the plan at the root', ['leads', 'admin'], null, ['leads', 'admin']],
    ['only what the parent has too', ['leads', 'ai_suggest'], ['leads', 'whitelabel'], ['leads']],
    ['nothing below a parent without modules', ['leads'], [], []],
    ['nothing on an empty plan', [], ['leads'], []],
    [
      'in the order of the catalogue',
      ['admin', 'whitelabel', 'leads'],
      null,
      ['leads', 'whitelabel', 'admin'],
    ],
    ['no module that is not known', ['leads', 'nonsense'], ['leads', 'nonsense'], ['leads']],
    ['each once', ['leads', 'leads'], ['leads'], ['leads']],
  ])('are %s', (_what, plan, parent, effective) => {
    expect(effectiveModules(plan, parent)).toEqual(effective)
  })

  test('never exceed those of any account above, even for a grandchild', () => {
    const child = effectiveModules(['leads', 'whitelabel'], ['leads', 'whitelabel', 'ai_suggest'])
    expect(effectiveModules(['leads', 'whitelabel', 'ai_suggest'], child)).toEqual(['leads', 'whitelabel'])
  })
})

describe('modules of a member', () => {
  test.each<[what: string, account: string[], grant: string[] | null, effective: string[]]>([
    ["all of the account's without a grant", ['leads', 'ai_suggest'], null, ['ai_suggest', 'leads']],
    ['only those granted', ['leads', 'ai_suggest'], ['leads'], ['leads']],
    ['none on an empty grant', ['leads'], [], []],
    ['never more than the account has', ['leads'], ['leads', 'admin'], ['leads']],
  ])('are %s', (_what, account, grant, effective) => {
    expect(memberModules(account, grant)).toEqual(effective)
  })
})
