import { component, type Page } from './page.ts'

export const AI_PAGES = [
  {
    path: '/ai/training',
    title: 'AI Training',
    module: 'ai_suggest',
    nav: { section: 'ai', icon: 'brain' },
    load: component(() => import('../../features/ai/ai-training/ai-training-page.tsx')),
  },
  {
    path: '/ai/icp-suggestions',
    title: 'ICP Suggestions',
    module: 'ai_suggest',
    can: 'see_all_lists',
    nav: { section: 'ai', icon: 'target' },
    load: component(() => import('../../features/ai/icp/icp-page.tsx')),
  },
] as const satisfies readonly Page[]
