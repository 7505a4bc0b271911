import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from './workspace.ts'

/**
 * Build an earlier release, and return its folder. RELEASE names the release; by default it is this
 * repository some commits ago.
 */
export function prepareEarlierRelease(
  place: Workspace,
  commits: number,
): { folder: string; name: string } {
  const named = process.env['RELEASE']
  if (named !== undefined) return { folder: named, name: named }
  const list = git(['rev-list', '--first-parent', 'HEAD']).trim().split('\n')
  const commit = list[commits] ?? list.at(-1) ?? ''
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

const lockIn = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
const git = (args: readonly string[]) => run('git', args, process.cwd())
const run = (program: string, args: readonly string[], cwd: string) =>
  execFileSync(program, [...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
