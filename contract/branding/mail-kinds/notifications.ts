import { counted, HELLO, inGroup } from './define.ts'

const define = inGroup('notifications')

/** Emails about notifications and reports. */
export const notificationMails = {
  /** One event, with links to its place and to the settings. */
  notification: define({
    title: 'Notification',
    category: 'notice',
    variables: { first_name: 'name', title: 'sentence', text: 'sentence' },
    secrets: { link: 'link', settings_link: 'link' },
    subject: '{{ title }}',
    preheader: '{{ text }}',
    heading: '{{ title }}',
    paragraphs: [HELLO, '{{ text }}'],
    links: [
      { label: 'Open', secret: 'link' },
      { label: 'Email settings', secret: 'settings_link' },
    ],
    closing: 'You’re getting this email because you have an account with {{ brand_name }}.',
  }),
  /** Events of a day, one per line. */
  'notification-digest': define({
    title: 'Daily summary',
    category: 'report',
    variables: { first_name: 'name', count: 'number', lines: 'lines' },
    secrets: { link: 'link', settings_link: 'link' },
    derived: { notifications: ({ count }) => counted(count, 'notification') },
    subject: '{{ notifications }} from {{ brand_name }}',
    preheader: 'What happened since your last summary.',
    heading: 'Your daily summary',
    paragraphs: [HELLO, 'Since your last summary ({{ count }} in total):'],
    lines: 'lines',
    links: [
      { label: 'All notifications', secret: 'link' },
      { label: 'Email settings', secret: 'settings_link' },
    ],
    closing: 'You’re getting this email because you have an account with {{ brand_name }}.',
  }),
  /** An autopilot’s results since its last run: `lines` are names of leads, one per line. */
  'autopilot-summary': define({
    title: 'Autopilot summary',
    category: 'report',
    variables: {
      first_name: 'name',
      name: 'name',
      count: 'number',
      before: 'words',
      since: 'words',
      with_email: 'number',
      with_phone: 'number',
      kind: 'words',
      changes: 'words',
      lines: 'lines',
    },
    secrets: { link: 'link', settings_link: 'link' },
    derived: {
      new_leads: ({ count, kind }) => counted(count, `${kind || 'new'} lead`),
      changed: ({ changes }) => (changes ? ` What changed: ${changes}.` : ''),
      compared: ({ before }) => (before === '' ? '' : `; the run before found ${before}`),
    },
    subject: '{{ new_leads }}: {{ name }}',
    preheader: 'What is new since {{ since }}.',
    heading: '{{ new_leads }}',
    paragraphs: [
      HELLO,
      'Your autopilot {{ name }} found {{ new_leads }} since {{ since }}{{ compared }}. With an email: {{ with_email }}. With a phone number: {{ with_phone }}.{{ changed }}',
    ],
    lines: 'lines',
    links: [
      { label: 'Open the list', secret: 'link' },
      { label: 'Change the autopilot', secret: 'settings_link' },
    ],
    closing: 'You’re getting this email because of a step in your autopilot. Remove the step to stop it.',
  }),
  /** `when` is the day of the report. */
  'subscription-report': define({
    title: 'Subscriptions report',
    category: 'report',
    platformOnly: true,
    variables: { first_name: 'name', when: 'moment', lines: 'lines' },
    secrets: { link: 'link' },
    subject: 'Subscriptions report',
    preheader: 'New and ended subscriptions, recurring revenue and trials.',
    heading: 'Subscriptions report',
    paragraphs: [HELLO, 'Here is how your subscriptions are doing this month.'],
    lines: 'lines',
    links: [{ label: 'Open the report', secret: 'link' }],
    closing: 'You’re getting this email because you asked for it on the Reports page. You can stop it there.',
  }),
} as const
