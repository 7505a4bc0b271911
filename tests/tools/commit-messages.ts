import { execFileSync } from 'node:child_process'

// The rule holds for what came after this commit; older messages stay as they were written.
const LAST_BEFORE_THE_RULE = '00cf2f82e157ee36221f9a90d793ed827c856f77'
const TYPES = ['feat', 'fix', 'perf', 'refactor', 'docs', 'test', 'build']
const SUBJECT = new RegExp(`^(?:${TYPES.join('|')})(?:\\([a-z0-9-]+\\))?: \\S`)
const MOST_CHARACTERS = 72

if (import.meta.filename === process.argv[1]) {
  const problems = messagesAfter(LAST_BEFORE_THE_RULE).flatMap(({ hash, message }) =>
    findMessageProblems(message).map((problem) => `${hash} ${problem}`),
  )
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) {
    process.stderr.write(
      'Mend the newest commit with `git commit --amend`, an older one with `git rebase --interactive` and `reword`.\n',
    )
    process.exitCode = 1
  }
}

/** One sentence for each way in which a commit's message breaks the form of CONTRIBUTING.md. */
export function findMessageProblems(message: string): string[] {
  const [subject = '', blank = '', ...body] = message.trimEnd().split('\n')
  const problems = []
  if (!SUBJECT.test(subject))
    problems.push(
      `“${subject}”: begin with ${TYPES.join(', ')}, a (scope) if it helps, “: ” and an imperative`,
    )
  if (subject.length > MOST_CHARACTERS)
    problems.push(`“${subject}”: ${subject.length} characters, at most ${MOST_CHARACTERS}`)
  if (blank !== '' || body.join('').trim() === '')
    problems.push(`“${subject}”: say why below a blank line`)
  return problems
}

// A shallow clone does not have the first commit, an archive has none.
function messagesAfter(first: string): { hash: string; message: string }[] {
  try {
    const log = execFileSync(
      'git',
      ['log', '--no-merges', '--format=%h%x00%B%x01', `${first}..HEAD`],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
    return log
      .split('\u0001')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map((entry) => {
        const [hash = '', message = ''] = entry.split('\u0000')
        return { hash, message }
      })
  } catch {
    process.stdout.write('The commit messages are not checked: this copy has no history.\n')
    return []
  }
}
