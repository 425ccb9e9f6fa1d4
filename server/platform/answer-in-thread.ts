import { parentPort } from 'node:worker_threads'

/** In the script of a `createBoundedWorker`: how each piece of work is done. What it throws ends the thread. */
export function answerInThread<Question, Answer>(work: (question: Question) => Answer): void {
  parentPort?.on('message', (question: Question) => parentPort?.postMessage(work(question)))
}
