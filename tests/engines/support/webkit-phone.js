// A window of WebKitGTK like a phone's screen, for the driver to steer; run by `gjs -m`. The browser
// that comes with the driver forgets everything when it is closed and draws bars of its own.
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=3.0'
import WebKit2 from 'gi://WebKit2?version=4.1'

const [WIDTH, HEIGHT] = [375, 812]

Gtk.init(null)
const memory = GLib.getenv('PHONE_MEMORY')
const context = WebKit2.WebContext.new_with_website_data_manager(
  new WebKit2.WebsiteDataManager({
    base_data_directory: `${memory}/data`,
    base_cache_directory: `${memory}/cache`,
  }),
)
context.set_preferred_languages(['zh-CN'])
context.set_automation_allowed(true)
context.connect('automation-started', (_, session) => {
  const about = new WebKit2.ApplicationInfo()
  about.set_name('phone')
  session.set_application_info(about)
  session.connect('create-web-view', open)
})
Gtk.main()

function open() {
  const view = new WebKit2.WebView({
    web_context: context,
    is_controlled_by_automation: true,
    settings: new WebKit2.Settings({ enable_write_console_messages_to_stdout: true }),
  })
  view.set_size_request(WIDTH, HEIGHT)
  const window = new Gtk.Window({ decorated: false })
  window.add(view)
  window.set_default_size(WIDTH, HEIGHT)
  view.connect('close', () => window.destroy())
  window.show_all()
  view.grab_focus()
  // Nobody hands out the focus on a screen without a window manager.
  GLib.idle_add(GLib.PRIORITY_LOW, () => {
    window.get_window().focus(0)
    return GLib.SOURCE_REMOVE
  })
  return view
}
