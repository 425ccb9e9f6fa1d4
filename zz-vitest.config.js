import base from './vitest.config.js'
const c = structuredClone === undefined ? base : base
for (const p of c.test.projects) if (p.test.name === 'unit' || p.test.name==='e2e') p.test.setupFiles = [...p.test.setupFiles, 'zz-prof-setup.ts']
export default c
