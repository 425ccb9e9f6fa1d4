import type { Line } from './access-rules.ts'

/** Calls about what an account says of itself, learns and owes. */
export const ACCOUNT_LINES: Record<string, Line> = {
  'businessDetails.show': { rule: 'signedIn', scope: 'read', ok: 200 },
  'businessDetails.create': {
    rule: 'signedIn',
    scope: 'write',
    ok: 201,
    input: ({ newBusiness }) => ({ body: { name: newBusiness } }),
  },
  'businessDetails.update': {
    rule: 'signedIn',
    scope: 'write',
    ok: 200,
    foreign: 'hidden',
    input: ({ profile }) => ({
      params: { id: profile.id },
      body: { name: 'Acme', version: profile.version },
    }),
  },
  'topics.index': { rule: 'signedIn', scope: 'read', ok: 200 },
  'courses.index': { rule: 'signedIn', scope: 'read', ok: 200 },
  'courses.items': {
    rule: 'signedIn',
    scope: 'read',
    ok: 200,
    input: ({ course }) => ({ params: { id: course.id } }),
  },
  'courses.mark': {
    rule: 'signedIn',
    scope: 'write',
    ok: 200,
    input: ({ course }) => ({ params: { id: course.item }, body: { done: true } }),
  },
  // Nothing is read: it is no domain.
  'businessDetails.suggest': {
    rule: 'signedIn',
    scope: 'read',
    ok: 200,
    input: () => ({ body: { website: 'localhost' } }),
  },
}
