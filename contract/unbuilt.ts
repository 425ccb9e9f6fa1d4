type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const crud = (path: string): [Method, string][] => [
  ['GET', path],
  ['POST', path],
  ['PUT', `${path}/{id}`],
  ['DELETE', `${path}/{id}`],
]

/**
 * Calls that are part of the product but not built yet. They answer `not_available_yet` (501), so that a caller
 * can tell them from a wrong address. A call leaves this list when it becomes an endpoint.
 */
export const UNBUILT_CALLS: readonly [Method, string][] = [
  ['POST', '/api/calculate-tokens-ai-training'],
  ['POST', '/api/business-details/website'],
  ['POST', '/api/business-details/single-link'],
  ['GET', '/api/business-details/check-crawled-status'],
  ...crud('/api/business-details/website-links'),
  ...crud('/api/business-details/training-texts'),
  ...crud('/api/business-details/training-qa'),
  ...crud('/api/business-details/training-files'),
  ...crud('/api/business-details/fine-tunes'),
  ['GET', '/api/get-all-openai-default-questions'],
  ['POST', '/api/business-details/generateFineTune'],
]
