import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm start` listens; the dev server passes what the server answers on to it. */
const SERVER = process.env.LEADWRIGHT_SERVER ?? 'http://127.0.0.1:3000'

/**
 * What the first screen needs comes in few files. Left alone, each part that a later page shares with it would
 * become a file of its own, and the sign-in page would ask for more with every page that is built.
 */
const FIRST_SCREEN = [
  {
    name: 'base',
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core))[\\/]/,
  },
  {
    name: 'fields',
    test: /@mantine[\\/](core[\\/]esm[\\/](core|components[\\/](Input|InputBase|TextInput|PasswordInput|ActionIcon|Button|Loader|UnstyledButton|Transition))|hooks[\\/]esm[\\/]use-(id|uncontrolled|merged-ref))[\\/]/,
  },
  {
    name: 'sign-in',
    test: /(contract[\\/]topics|web[\\/](lib[\\/](api|form-errors|use-checked-form|use-contract-form|use-intent-key|use-page-search|api-error|app-state|branding|brand-shades|color|endpoints|error-report|event-stream|freshness|injected|kept|live|page-title|query-client|retry|search-change|session|store|toast|token)\.ts|features[\\/]auth[\\/](auth-endpoints|auth\.module|failure-line|failure-words|kept-keys|login-check|login-page|sign-in-flow|social-buttons|use-return|use-sign-in)\.))/,
  },
]

export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // The Content-Security-Policy allows files of our own origin only: nothing is inlined as a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_SCREEN } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: SERVER, changeOrigin: false },
      '/auth': { target: SERVER, changeOrigin: false },
    },
  },
})
