import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Workspace } from './workspace.ts'

/** An earlier release that is built: its folder and its name. */
export interface EarlierRelease {
  readonly folder: string
  readonly name: string
}

/** Build this repository as it was some commits ago; RELEASE names a built release instead. */
export const prepareEarlierRelease = (place: Workspace, commits: number): EarlierRelease =>
  readNamedRelease() ?? buildCommit(place, listCommits()[commits] ?? listCommits().at(-1) ?? '')

/**
 * Build the last commit that has another version in its package.json than today's; RELEASE names a
 * built release instead.
 */
export function preparePreviousRelease(place: Workspace): EarlierRelease {
  const named = readNamedRelease()
  if (named !== undefined) return named
  const version = readVersion(readFileSync('package.json', 'utf8'))
  const changes = git(['log', '--first-parent', '--format=%H', '--', 'package.json'])
  const isOther = (commit: string) =>
    readVersion(git(['show', `${commit}:package.json`])) !== version
  const earlier = changes.trim().split('\n').findIndex(isOther)
  const change = changes.split('\n')[earlier - 1]
  if (change === undefined) throw new Error('no commit has another version')
  return buildCommit(place, git(['rev-parse', `${change}^`]).trim())
}

function readNamedRelease(): EarlierRelease | undefined {
  const named = process.env['RELEASE']
  return named === undefined ? undefined : { folder: named, name: named }
}

function buildCommit(place: Workspace, commit: string): EarlierRelease {
  const folder = join(place.folder, 'release')
  mkdirSync(folder)
  const archive = join(place.folder, 'release.tar')
  git(['archive', '--output', archive, commit])
  run('tar', ['-xf', archive], folder)
  const name = git(['log', '-1', '--format=%h of %ad', '--date=short', commit]).trim()
  place.print(`building ${name}`)
  if (lockIn(folder) === lockIn('.'))
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  else run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], folder)
  run('npx', ['tsx', 'scripts/build.ts', '--quiet'], folder)
  if (!existsSync(join(folder, 'dist/server/main.js'))) throw new Error(`${name} cannot be built`)
  return { folder, name }
}

const listCommits = () => git(['rev-list', '--first-parent', 'HEAD']).trim().split('\n')
const readVersion = (manifest: string) =>
  v.parse(v.object({ version: v.string() }), JSON.parse(manifest)).version
// The packages, without the version of the project itself.
const lockIn = (folder: string) => {
  const Lock = v.object({ packages: v.record(v.string(), v.looseObject({})) })
  const { packages } = v.parse(
    Lock,
    JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')),
  )
  return JSON.stringify({ ...packages, '': { ...packages[''], version: '' } })
}
const git = (args: readonly string[]) => run('git', args, process.cwd())
const run = (program: string, args: readonly string[], cwd: string) =>
  execFileSync(program, [...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
