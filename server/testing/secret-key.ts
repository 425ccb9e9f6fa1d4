/** SECRET_KEY of every test program, and of the database that theirs are copied from. */
export const TEST_SECRET_KEY = 'a key for tests only, never for real'
