import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

const level = (password: string, known: string[] = []) =>
  passwordStrength(password, { min: 6, personal: known }).level

test('a password below the minimum length is too short, whatever it contains', () => {
  expect(passwordStrength('aB3$x', { min: 6 })).toEqual({
    level: 0,
    label: 'Too short',
    hint: 'At least 6 characters',
  })
  expect(passwordStrength('aB3$xyzt', { min: 12 }).level).toBe(0)
})

test('common passwords are weak', () => {
  for (const password of [
    'password',
    'Password123!',
    'qwertyuiop',
    'letmein1',
    'aaaaaaaaaaaa',
    '123456789',
  ]) {
    expect([password, level(password)]).toEqual([password, 1])
  }
})

test('a password of personal data is weak', () => {
  expect(level('Marlowe1987', ['Pat Marlowe', 'pat@sample.example'])).toBe(1)
  expect(level('Marlowe1987')).toBeGreaterThan(1)
  expect(level('a marlowe walks over seven bridges', ['Pat Marlowe'])).toBe(4)
})

test('longer and more varied passwords are stronger', () => {
  expect(level('kettle')).toBe(1)
  expect(level('kettle7Z!')).toBe(2)
  expect(level('kettle harbour')).toBe(2)
  expect(level('kettle harbour violin')).toBe(3)
  expect(level('hT9kQ$vLmP2x')).toBe(4)
  expect(level('kettle kettle kettle kettle')).toBeLessThan(3)
  expect(level('kettle harbour violin mist')).toBe(4)
  expect(passwordStrength('kettle harbour violin mist', { min: 6 }).hint).toBeUndefined()
})
