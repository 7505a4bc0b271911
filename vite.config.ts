import { tanstackRouter, tanstackRouterGenerator } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { readBasePath } from './build/base.ts'
import { relativeBuildUrls, buildFolder, OUTPUT_FILE_NAMES } from './build/build-folder.ts'
import { compileHints } from './build/compile-hints.ts'
import { deferStyles } from './build/defer-styles.ts'
import { DEV_BACKEND_MODE, devBackend, devBackendFolder } from './build/dev-backend.ts'
import { nameFileGroups, PUBLIC_FILE } from './build/file-groups.ts'
import { createWebAppManifest } from './build/manifest.ts'
import { writePackageList, packageListPath } from './build/packages.ts'
import { precompress } from './build/precompress.ts'
import { splitWorker } from './build/split-worker.ts'
import { SSR_BUILD_MODE, ssrFolderOf } from './build/ssr-build.ts'
import { writeBuildStamp } from './build/stamp.ts'
import { startScript } from './build/start-script.ts'

const base = `${readBasePath()}/`
const appDir = process.env['APP_DIR'] || 'dist/app'

/** What is run beside the backend, where it was installed without its sources too. */
const COMMANDS = { campus: 'scripts/campus.ts', reconcile: 'scripts/reconcile.ts' }

const TARGETS = ['chrome100', 'safari15.4', 'ios15.4']

/** What seldom changes keeps its name over updates, and need not travel again. */
const FRAME = {
  name: 'frame',
  test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|store|react-store))\//,
  priority: 1,
}
/**
 * All else that the first screen imports is one file, since forty small ones compress worse; with
 * it the thin banner that most further screens begin with.
 */
const FIRST = {
  name: 'first',
  test: /src\/(main|ui\/StaleDataBanner|lib\/cache\/stale-data-notice|i18n\/(term-name|action-results))\.tsx?$/,
}

/** What a start loads after these is few files too (build/file-groups.ts). */
const LATER = { name: nameFileGroups(), includeDependenciesRecursively: false }

/** The icons that many screens show are one file: the first load names each file. */
const ICONS = {
  name: 'icons',
  test: /node_modules\/lucide\//,
  minShareCount: 4,
}

/** What every sheet is made of runs as a whole when the first one opens. */
const DIALOG = /@base-ui\/react\/dialog\//

const routerOptions: Parameters<typeof tanstackRouter>[0] = {
  target: 'react',
  routesDirectory: 'src/routes',
  generatedRouteTree: 'src/routeTree.gen.ts',
  autoCodeSplitting: true,
  // Formatting takes as long as everything else that the dev server does at its start.
  enableRouteTreeFormatting: false,
  quoteStyle: 'single',
  semicolons: false,
}
const router = tanstackRouter(routerOptions)

const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'sw',
  filename: 'sw.ts',
  registerType: 'prompt',
  injectRegister: false,
  manifest: createWebAppManifest(base),
  includeManifestIcons: false,
  // The list of what it keeps is a file of its own (build/split-worker.ts).
  injectManifest: {
    target: 'es2020',
    sourcemap: false,
    injectionPoint: '',
    buildPlugins: { vite: [writePackageList(packageListPath(`${appDir}.worker`))] },
  },
  devOptions: { enabled: false },
})

const common: UserConfig = { base, css: { transformer: 'lightningcss' } }

const app: UserConfig = {
  ...common,
  // The router must see the files before React does.
  plugins: [
    router,
    react(),
    deferStyles(),
    compileHints(['frame', 'first'], DIALOG),
    buildFolder(appDir),
    pwa,
    splitWorker(appDir),
    writePackageList(packageListPath(appDir)),
    precompress(appDir),
    writeBuildStamp(appDir),
  ],
  experimental: { renderBuiltUrl: relativeBuildUrls },
  build: {
    outDir: appDir,
    emptyOutDir: true,
    target: TARGETS,
    cssTarget: TARGETS,
    // An inline polyfill would need a hole in the content security policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: PUBLIC_FILE, sideEffects: false }] },
      output: {
        ...OUTPUT_FILE_NAMES,
        codeSplitting: { groups: [FRAME, { ...FIRST, priority: 1 }, LATER, ICONS] },
      },
    },
  },
}

/**
 * The dev server bundles the app, because a browser needs twice as long for 350 single modules. It
 * does not split the routes, which takes as long as the bundling.
 */
const dev: UserConfig = {
  ...common,
  plugins: [tanstackRouterGenerator(routerOptions), react(), devBackend()],
  experimental: { bundledDev: true },
}

/** What renders the app's public pages beside the backend: its own screens, with all they import. */
const ssr: UserConfig = {
  ...common,
  plugins: [
    router,
    react(),
    writePackageList(packageListPath(ssrFolderOf(appDir))),
    startScript(ssrFolderOf(appDir), { base, target: TARGETS }),
    writeBuildStamp(ssrFolderOf(appDir)),
  ],
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'src/entry-server.ts',
    outDir: ssrFolderOf(appDir),
    emptyOutDir: true,
    target: 'node20',
    minify: true,
    rolldownOptions: {
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'parts/[name]-[hash].mjs' },
    },
  },
}

const server: UserConfig = {
  ...common,
  plugins: [writePackageList(packageListPath('dist/server')), writeBuildStamp('dist/server')],
  publicDir: false,
  build: {
    outDir: 'dist/server',
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        decoder: 'server/platform/pictures/decoder.ts',
        'render-thread': 'server/platform/ssr/render-thread.ts',
        'build-thread': 'server/platform/files/dictionary-deltas/build-thread.ts',
        'plan-thread': 'server/features/bed-allocation/plan-thread.ts',
        ...COMMANDS,
      },
      // Side by side: a file that names its neighbour finds it.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}

/** The backend that runs beside the dev server, without the files that describe a build. */
const devServer: UserConfig = {
  ...server,
  plugins: [],
  build: { ...server.build, outDir: devBackendFolder },
}

export default defineConfig(({ command, isSsrBuild, isPreview, mode }) => {
  if (mode === SSR_BUILD_MODE) return ssr
  if (mode === DEV_BACKEND_MODE) return devServer
  if (isSsrBuild === true) return server
  return command === 'serve' && isPreview !== true ? dev : app
})
