// Imported only here: UnoCSS places a layer where it is first imported.
import 'virtual:uno:dashboard.css';
