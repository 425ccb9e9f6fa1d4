import { testPages } from './support/test-pages.ts'

testPages([
  ['new search', () => '/lead-search/new-search', /What to search/],
  ['saved lists', () => '/lead-search/saved-lists', /Sample list/],
  ['email verification', () => '/lead-search/email-verification', /No addresses verified yet/],
  ['source quality', () => '/lead-search/sources', /No bounces yet/],
  [
    'companies of a list',
    ({ id }) => `/saved-lists/local-${id}?tab=companies`,
    /No websites read for this list/,
  ],
  ['a search of company websites', () => '/lead-search/new-search?type=single', /Max emails per website/],
  ['a list', ({ id }) => `/saved-lists/local-${id}`, /Sample Place/],
  ['a lead in the panel', ({ id, lead }) => `/saved-lists/local-${id}?lead=${lead}`, /Sample file/],
  ['a lead', ({ id, lead }) => `/saved-lists/local-${id}/${lead}`, /Sample file/],
  ['a search into a list', ({ id }) => `/saved-lists/local-${id}/new-search`, /New search for a list/],
  ['the open corpus', () => '/admin/corpus', /Sample file/],
  ['wallet', () => '/wallet', /Free credits of the plan/],
  ['ICP suggestions', () => '/ai/icp-suggestions', /Segments your customers come from/],
])
