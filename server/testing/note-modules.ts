import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Loaded with `--import` before a program: writes the URL of each loaded module to the file NOTED_MODULES. */
const file = process.env.NOTED_MODULES
registerHooks({
  load(url, context, next) {
    if (file) appendFileSync(file, `${url}\n`)
    return next(url, context)
  },
})
