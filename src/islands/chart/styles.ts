// Imported here alone: UnoCSS sets a layer where it is first imported.
import 'virtual:uno:chart.css';
