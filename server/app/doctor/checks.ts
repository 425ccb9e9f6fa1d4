import type { Check } from '#contract/core/doctor.ts'

export const ok = (name: string, message: string): Check => ({ name, status: 'ok', message, remedy: null })

export const warning = (name: string, message: string, remedy: string): Check => ({
  name,
  status: 'warning',
  message,
  remedy,
})

export const problem = (name: string, message: string, remedy: string): Check => ({
  name,
  status: 'problem',
  message,
  remedy,
})
