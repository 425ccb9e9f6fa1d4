import { parentPort } from 'node:worker_threads'

/** For the script of a `createBoundedWorker`: runs each request. What it throws ends the thread. */
export function answerInThread<Question, Answer>(work: (question: Question) => Answer): void {
  parentPort?.on('message', (question: Question) => parentPort?.postMessage(work(question)))
}
