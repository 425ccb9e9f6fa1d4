import { runDoctor } from '#server/app/doctor/run-doctor.ts'

// `leadwright doctor`, beside a running server or without one.
const report = await runDoctor()
process.stdout.write(`${JSON.stringify({ report })}\n`, () => process.exit())
