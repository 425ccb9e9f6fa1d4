import { define } from './define.ts'

/** Notifications about people with access to an account. */
export const securityNotifications = {
  new_device: define<{ session_id: number; device: string; ip: string }>({
    label: 'Sign-in from a new device',
    description: 'Someone signed in to your account from a browser or program you haven’t used before.',
    level: 'warning',
    event: ({ session_id }) => `session:${session_id}`,
    title: ({ device }) => `New sign-in: ${device}`,
    text: ({ ip }) => `From IP address ${ip}. If this wasn’t you, end the session and change your password.`,
    link: () => '/profile-settings/sessions',
    channels: { in_app: true, mail: 'now' },
  }),
  logged_in_as: define<{ visit_id: number; name: string; reason: string }>({
    label: 'Someone logged in as you',
    description: 'Support staff or your reseller opened your account to look at it.',
    level: 'warning',
    event: ({ visit_id }) => `visit:${visit_id}`,
    title: ({ name }) => `${name} logged in as you`,
    text: ({ reason }) => `Reason: ${reason}. They can see everything and change nothing.`,
    link: () => '/profile-settings/sessions',
    channels: { in_app: true, mail: 'off' },
  }),
  acting_may_change: define<{ visit_id: number; name: string; reason: string }>({
    label: 'Someone can make changes as you',
    description: 'The person logged in as you allowed changes in their session.',
    level: 'warning',
    event: ({ visit_id }) => `visit:${visit_id}`,
    title: ({ name }) => `${name} can now make changes as you`,
    text: ({ reason }) =>
      `Reason: ${reason}. The audit log names both of you. You can end the session under Profile → Sessions.`,
    link: () => '/profile-settings/sessions',
    channels: { in_app: true, mail: 'now' },
  }),
  data_exported: define<{ run_id: number; name: string }>({
    label: 'Your data was exported',
    description: 'Your seller exported all data of the account. For owners of the account.',
    level: 'warning',
    event: ({ run_id }) => `run:${run_id}`,
    title: ({ name }) => `${name} exported your data`,
    text: () =>
      'The file has everything in your account. To prevent this, turn off logging in as you under Profile → Sessions.',
    link: () => '/profile-settings/sessions',
    channels: { in_app: true, mail: 'now' },
  }),
  invitation_accepted: define<{ invitation_id: number; name: string; email: string }>({
    label: 'Invitation accepted',
    description: 'Someone you invited joined the team.',
    level: 'success',
    event: ({ invitation_id }) => `invitation:${invitation_id}`,
    title: ({ name }) => `${name} joined your team`,
    text: ({ email }) => `Signed up as ${email}.`,
    link: () => '/manage-team',
    channels: { in_app: true, mail: 'daily' },
  }),
} as const
