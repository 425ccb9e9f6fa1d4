import type { SiteSettings } from '#contract/branding/sites.ts'
import type { User } from '#contract/identity/user.ts'
import { pageNonce } from './branding.ts'
import { INJECTED_ATTRIBUTE } from './injected.ts'
import { allowsScripts } from './script-zone.ts'

type Chat = NonNullable<SiteSettings['chat']>
type Person = Pick<User, 'id' | 'first_name' | 'last_name' | 'email' | 'hash_hmac'>

/** A vendor's script and the globals it expects. The hash proves the user's identity. */
interface ChatStart {
  src: string
  globals: Record<string, unknown>
}

const VENDORS: Record<Chat['vendor'], (appId: string, person: Person, name: string) => ChatStart> = {
  intercom: (appId, person, name) => ({
    src: `https://widget.intercom.io/widget/${appId}`,
    globals: {
      intercomSettings: {
        app_id: appId,
        user_id: String(person.id),
        user_hash: person.hash_hmac,
        name,
        email: person.email,
      },
    },
  }),
  crisp: (appId, person, name) => ({
    src: 'https://client.crisp.chat/l.js',
    globals: {
      CRISP_WEBSITE_ID: appId,
      $crisp: [
        ['set', 'user:email', [person.email, person.hash_hmac]],
        ['set', 'user:nickname', [name]],
      ],
    },
  }),
}

/** Script and globals of a person's chat. */
export const chatStart = ({ vendor, app_id }: Chat, person: Person): ChatStart =>
  VENDORS[vendor](app_id, person, [person.first_name, person.last_name].filter(Boolean).join(' '))

/**
 * Starts the site's support chat for the signed-in user, once per document and only where scripts may run.
 */
export function startSupportChat(chat: Chat | null, person: Person): void {
  if (!chat || !allowsScripts() || document.querySelector(`[${INJECTED_ATTRIBUTE}='support-chat']`)) return
  const { src, globals } = chatStart(chat, person)
  Object.assign(window, globals)
  const script = document.createElement('script')
  script.src = src
  script.async = true
  script.nonce = pageNonce()
  script.setAttribute(INJECTED_ATTRIBUTE, 'support-chat')
  document.head.append(script)
}
