import { weighBuild } from '../build/part-sizes.ts'

// The last step of `npm run build`. It prints the size of each part of the build, and fails if one
// of them is too large for a weak network.
for (const { name, bytes, limit } of await weighBuild('dist/app')) {
  const over = bytes > limit ? `over ${limit / 1000}` : ''
  console.log(`${(bytes / 1000).toFixed(1).padStart(8)} KB ${over.padEnd(8)} ${name}`)
  if (over !== '') process.exitCode = 1
}
