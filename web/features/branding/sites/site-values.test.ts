import { expect, test } from 'vitest'
import { SITE_COLORS, type Site, updateSite } from '#contract/branding/site.ts'
import {
  brandValues,
  COLOR_FIELDS,
  imageProblem,
  profileValues,
  type SiteChange,
  scriptValues,
  signUpValues,
  toBrand,
  toProfile,
  toScript,
  toSignUp,
  withChanges,
} from './site-values.ts'

const NULLS = [
  ...['name', 'logo', 'logo_dark', 'icon', 'content', 'script', 'crms', 'menu', 'support_email', 'mail_from'],
  ...['sign_up_plan_id', 'google_client_id', 'google_popup_type', 'facebook_app_id', 'facebook_page_view'],
  ...['chat_vendor', 'chat_app_id', 'terms', 'updated_at', 'id', ...SITE_COLORS],
]

/** A site with default settings, except these. */
const site = (decided: Partial<Site> = {}): Site =>
  ({
    ...Object.fromEntries(NULLS.map((name) => [name, null])),
    account_id: 1,
    is_platform: false,
    script_hosts: [],
    show_training_center: true,
    sign_up: false,
    sign_up_credits: 0,
    has_google_client_secret: false,
    has_facebook_app_secret: false,
    has_chat_secret: false,
    sign_up_plans: [],
    url: 'https://leads.example',
    can: { set_credits: false },
    ...decided,
  }) as Site

const accepted = (change: SiteChange) => updateSite.body.safeParse(change).success

test('unchanged values are sent as defaults in every part, and the contract accepts them', () => {
  const none = site()
  const changes = [
    toProfile(profileValues(none)),
    toBrand(brandValues(none)),
    toSignUp(signUpValues(none), none),
    toScript(scriptValues(none)),
  ]
  expect(changes.map(accepted)).toEqual([true, true, true, true])
  const all = Object.assign({}, ...changes) as SiteChange
  expect(all.name).toBeNull()
  expect(all.crms).toBeNull()
  for (const name of SITE_COLORS) expect(all[name]).toBeNull()
})

test('values are trimmed before they are sent', () => {
  expect(toProfile({ ...profileValues(site()), name: ' Acorn ', crms: ['ghl'] })).toMatchObject({
    name: 'Acorn',
    crms: ['ghl'],
  })
  expect(
    toScript({ ...scriptValues(site()), script_hosts: 'a.example\n *.b.example, c.example' }),
  ).toMatchObject({
    script_hosts: ['a.example', '*.b.example', 'c.example'],
  })
})

test('a stored secret stays until another is typed or its application is removed', () => {
  const stored = site({ google_client_id: 'id', has_google_client_secret: true })
  const values = signUpValues(stored)
  expect('google_client_secret' in toSignUp(values, stored)).toBe(false)
  expect(toSignUp({ ...values, google_client_secret: 'new' }, stored).google_client_secret).toBe('new')
  expect(toSignUp({ ...values, google_client_id: '' }, stored).google_client_secret).toBeNull()
})

test('credits are sent only by those who may set them', () => {
  const may = site({ can: { set_credits: true, publish_terms: true }, sign_up_credits: 50 })
  expect(toSignUp(signUpValues(may), may).sign_up_credits).toBe(50)
  expect('sign_up_credits' in toSignUp(signUpValues(site()), site())).toBe(false)
})

test('a preview puts edits over saved values over defaults', () => {
  const saved = site({ name: 'Acorn', button_color: '#112233' })
  expect(withChanges(saved, { button_color: '#445566', name: null })).toMatchObject({
    name: 'White Label',
    button_color: '#445566',
    secondary_color: '#01C0F6',
    icon: '',
  })
})

test('every color of a site has a field, and its default can be saved', () => {
  expect(COLOR_FIELDS.map(({ name }) => name).sort()).toEqual([...SITE_COLORS].sort())
  expect(accepted(Object.fromEntries(COLOR_FIELDS.map(({ name, standard }) => [name, standard])))).toBe(true)
})

test('an image has an allowed type and at most 5 MB', () => {
  expect(imageProblem({ type: 'image/png', size: 5_000_000 })).toBeUndefined()
  expect(imageProblem({ type: 'image/svg+xml', size: 5_000_001 })).toBe('Maximum allowed file size is 5mb')
  expect(imageProblem({ type: 'text/html', size: 10 })).toBe('Type is not valid')
})
