import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm start` listens; the dev server passes what the server answers on to it. */
const SERVER = process.env.LEADWRIGHT_SERVER ?? 'http://127.0.0.1:3000'

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
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': SERVER, '/auth': SERVER },
  },
})
