import type { Line } from './access-rules.ts'
import { GOOD_KEY, keyedDeclaration } from './keyed-source.ts'

const MATRIX_SOURCE = { id: keyedDeclaration.id }

/** Calls about addresses: verification, bounces, and source statistics. */
export const EMAIL_LINES: Record<string, Line> = {
  'emailVerification.status': { rule: 'leads', scope: 'read', ok: 200 },
  'emailVerification.verify': {
    rule: 'leads',
    scope: 'write',
    ok: 200,
    // Not an address, so no mail server is needed.
    input: () => ({ body: { email: 'nobody' } }),
  },
  'emailVerification.show': {
    allLists: true,
    rule: 'leads',
    scope: 'read',
    ok: 200,
    foreign: 'hidden',
    input: ({ checkedAddress }) => ({ params: { email: checkedAddress } }),
  },
  'emailVerification.start': {
    allLists: true,
    rule: 'leads',
    scope: 'write',
    ok: 201,
    foreign: 'hidden',
    input: ({ addressUpload }) => ({ body: { upload_id: addressUpload } }),
  },
  'emailVerification.index': { allLists: true, rule: 'leads', scope: 'read', ok: 200 },
  'emailVerification.export': {
    allLists: true,
    rule: 'leads',
    scope: 'export',
    ok: 200,
    foreign: 'hidden',
    input: ({ verifyRun }) => ({ body: { run_id: verifyRun } }),
  },
  'enrichment.checkWebsites': {
    rule: 'leads',
    scope: 'spend',
    ok: 201,
    foreign: 'hidden',
    input: ({ list, leads }) => ({
      params: { type: 'local', id: list },
      body: { selection: { resultIds: leads } },
    }),
  },
  'enrichment.verify': {
    rule: 'leads',
    scope: 'write',
    ok: 201,
    foreign: 'hidden',
    input: ({ list, leads }) => ({
      params: { type: 'local', id: list },
      body: { selection: { resultIds: leads } },
    }),
  },
  'bounces.create': {
    allLists: true,
    rule: 'leads',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { bounces: [{ email: 'gone@a.example' }] } }),
  },
  'bounces.import': {
    allLists: true,
    rule: 'leads',
    scope: 'write',
    ok: 201,
    foreign: 'hidden',
    input: ({ addressUpload }) => ({ body: { upload_id: addressUpload } }),
  },
  'bounces.index': { allLists: true, rule: 'leads', scope: 'read', ok: 200 },
  'leadSources.index': { rule: 'memberModule', scope: 'read', ok: 200 },
  'leadSources.saveKey': {
    rule: 'mainUser',
    scope: 'write',
    ok: 200,
    input: () => ({ params: MATRIX_SOURCE, body: { values: { key: GOOD_KEY } } }),
  },
  'leadSources.limitKey': {
    rule: 'mainUser',
    scope: 'write',
    ok: 200,
    after: 'leadSources.saveKey',
    input: () => ({ params: MATRIX_SOURCE, body: { daily_limit: 5 } }),
  },
  'leadSources.testKey': {
    rule: 'mainUser',
    scope: 'write',
    ok: 200,
    after: 'leadSources.saveKey',
    input: () => ({ params: MATRIX_SOURCE }),
  },
  'leadSources.deleteKey': {
    rule: 'mainUser',
    scope: 'write',
    ok: 200,
    after: 'leadSources.saveKey',
    input: () => ({ params: MATRIX_SOURCE }),
  },
  'searchers.index': { rule: 'staff', scope: 'admin', ok: 200 },
  'searchers.update': {
    rule: 'staff',
    scope: 'admin',
    ok: 200,
    input: () => ({ params: MATRIX_SOURCE, body: { is_on: true, prices: {}, daily_limit: null } }),
  },
  'searchers.previewRetention': {
    rule: 'staff',
    scope: 'admin',
    ok: 200,
    input: () => ({ params: MATRIX_SOURCE, query: { days: 7 } }),
  },
  'searchers.setRetention': {
    rule: 'staff',
    scope: 'admin',
    ok: 200,
    input: () => ({ params: MATRIX_SOURCE, body: { days: 7 } }),
  },
  'searchers.order': { rule: 'staff', scope: 'admin', ok: 200, input: () => ({ body: { ids: ['keyed'] } }) },
  'searchers.park': {
    rule: 'staff',
    scope: 'admin',
    ok: 200,
    input: () => ({ params: MATRIX_SOURCE, body: { minutes: 1 } }),
  },
  'searchers.unpark': { rule: 'staff', scope: 'admin', ok: 200, input: () => ({ params: MATRIX_SOURCE }) },
  'sourceStats.index': { rule: 'leads', scope: 'read', ok: 200 },
  'sourceStats.ofRuns': {
    rule: 'leads',
    scope: 'read',
    ok: 200,
    input: ({ run }) => ({ query: { run_ids: String(run) } }),
  },
}

/** Calls about suppression, erasures and notices. */
export const PRIVACY_LINES: Record<string, Line> = {
  'suppression.index': { allLists: true, rule: 'leads', scope: 'read', ok: 200 },
  'suppression.preview': {
    allLists: true,
    rule: 'leads',
    scope: 'read',
    ok: 200,
    input: () => ({ body: { values: ['nobody@a.example'] } }),
  },
  'suppression.create': {
    rule: 'leads',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { values: ['nobody@a.example'] } }),
  },
  'suppression.delete': {
    allLists: true,
    rule: 'leads',
    scope: 'write',
    ok: 200,
    foreign: 'hidden',
    input: ({ suppression }) => ({ params: { id: suppression } }),
  },
  'erasures.preview': {
    rule: 'mainUser',
    scope: 'read',
    ok: 200,
    input: () => ({ body: { email: 'nobody@a.example' } }),
  },
  'erasures.create': {
    rule: 'mainUser',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { email: 'nobody@a.example' } }),
  },
  'erasures.index': { rule: 'mainUser', scope: 'read', ok: 200 },
  'erasures.show': {
    rule: 'mainUser',
    scope: 'read',
    ok: 200,
    foreign: 'hidden',
    input: ({ erasure }) => ({ params: { id: erasure } }),
  },
  'leads.notice': {
    rule: 'leads',
    scope: 'read',
    ok: 200,
    foreign: 'hidden',
    input: ({ list, leads }) => ({ params: { type: 'local', id: list, resultId: leads[0] } }),
  },
}
