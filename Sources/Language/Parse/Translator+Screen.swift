/// What is a matter of the screen: views, previews, apps. It is accepted and skipped with a notice, so that a file can be
/// pasted as it is.
internal import SwiftSyntax

extension ScreenPart {
  /// `#Preview { … }`, and `#Playground { … }`, which runs in the editor alone.
  static func isPreview(_ macro: TokenSyntax) -> Bool { macro.text == "Preview" || macro.text == "Playground" }

  /// Conformances and superclasses that make a type a matter of the screen.
  private static let views: Set<String> = [
    "View", "ViewModifier", "ButtonStyle", "PrimitiveButtonStyle", "ToggleStyle", "TextFieldStyle", "LabelStyle",
    "ListStyle", "ProgressViewStyle", "GaugeStyle", "MenuStyle", "Shape", "InsettableShape", "ShapeStyle", "Layout",
    "Animatable", "AnimatableModifier", "GeometryEffect", "Gesture", "ToolbarContent", "Commands", "DynamicProperty",
    "EnvironmentKey", "PreferenceKey", "UIViewRepresentable", "UIViewControllerRepresentable", "NSViewRepresentable",
    "UIView", "UIViewController", "UITableViewController", "UICollectionViewController", "UITableViewCell",
    "UINavigationController", "UIHostingController", "NSView", "NSViewController", "Transferable", "TableColumnContent",
    "TabContent", "ChartContent",
  ]
  private static let apps: Set<String> = [
    "App", "Scene", "UIApplicationDelegate", "UIWindowSceneDelegate", "UIResponder", "NSApplicationDelegate", "Widget",
    "WidgetBundle", "TimelineProvider", "TimelineEntry", "AppIntent",
  ]
  private static let previews: Set<String> = ["PreviewProvider", "LibraryContentProvider"]

  init?(named name: String) {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    if Self.views.contains(last) {
      self = .view
    } else if Self.apps.contains(last) {
      self = .app
    } else if Self.previews.contains(last) {
      self = .preview
    } else {
      return nil
    }
  }

  /// A class or protocol of the frameworks that draw: `UILabel`, `WKWebView`.
  fileprivate static func isOfFramework(_ name: String) -> Bool {
    let letters = name.prefix(while: \.isUppercase)
    return letters.count == 3 && letters.count < name.count && ["UI", "WK", "CA"].contains(letters.prefix(2))
  }

  /// As a superclass or a protocol also whatever is UIKit's.
  fileprivate init?(inherited name: String) {
    if let known = ScreenPart(named: name) {
      self = known
    } else if ScreenPart.isOfFramework(name) {
      self = .view
    } else {
      return nil
    }
  }

  /// - Parameter block: the members; a type that is `@main` and has its own `main()` is no matter of the screen.
  init?(
    _ clause: InheritanceClauseSyntax?, _ attributes: AttributeListSyntax, _ block: MemberBlockSyntax,
    generics: GenericParameterClauseSyntax? = nil, _ conventions: Conventions
  ) {
    // What holds a view, or is made for one: a coordinator with its `UINavigationController`, `ControlPublisher<C: UIControl>`.
    if generics?.parameters.contains(where: { $0.inheritedType.map { Self.isShown($0, conventions) } ?? false }) == true
      || block.members.contains(where: { Self.holdsView($0.decl, conventions) })
    {
      self = .view
      return
    }
    for inherited in clause?.inheritedTypes ?? [] {
      let name = inherited.type.trimmedDescription
      guard let part = conventions.skipped[name] ?? (conventions.isDeclared(name) ? nil : ScreenPart(inherited: name))
      else { continue }
      self = part
      return
    }
    for attribute in attributes {
      switch attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription {
      case "main" where block.declaresMain: continue
      case "main", "UIApplicationMain", "NSApplicationMain": self = .app
      default: continue
      }
      return
    }
    return nil
  }

  /// A stored property whose type is a view of the program's, or a class of UIKit's, of which none can be had here.
  private static func holdsView(_ member: DeclSyntax, _ conventions: Conventions) -> Bool {
    guard case .variableDecl(let node) = member.as(DeclSyntaxEnum.self) else { return false }
    return node.bindings.contains { binding in
      guard let type = binding.typeAnnotation?.type, binding.initializer == nil, isShown(type, conventions) else {
        return false
      }
      guard let block = binding.accessorBlock else { return true }
      guard case .accessors(let list) = block.accessors else { return false }
      return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
  }

  private static func isShown(_ type: TypeSyntax, _ conventions: Conventions) -> Bool {
    // A closure that takes or gives one can be had without any.
    if type.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .arrow }) { return false }
    return type.tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier(let name) = token.tokenKind, !["UIImage", "NSImage"].contains(name) else { return false }
      if let part = conventions.skipped[name] { return part == .view }
      return !conventions.isDeclared(name) && isOfFramework(name)
    }
  }

  /// The type a statement declares, if it is skipped.
  static func declared(by statement: CodeBlockItemSyntax, _ conventions: Conventions) -> (String, ScreenPart)? {
    func part(
      _ name: TokenSyntax, _ clause: InheritanceClauseSyntax?, _ attributes: AttributeListSyntax,
      _ block: MemberBlockSyntax, _ generics: GenericParameterClauseSyntax? = nil
    ) -> (String, ScreenPart)? {
      ScreenPart(clause, attributes, block, generics: generics, conventions).map { (name.text, $0) }
    }
    guard case .decl(let declaration) = statement.item else { return nil }
    switch declaration.as(DeclSyntaxEnum.self) {
    case .structDecl(let node):
      return part(
        node.name, node.inheritanceClause, node.attributes, node.memberBlock, node.genericParameterClause)
    case .classDecl(let node):
      return part(
        node.name, node.inheritanceClause, node.attributes, node.memberBlock, node.genericParameterClause)
    case .enumDecl(let node):
      return part(
        node.name, node.inheritanceClause, node.attributes, node.memberBlock, node.genericParameterClause)
    case .protocolDecl(let node): return part(node.name, node.inheritanceClause, node.attributes, node.memberBlock)
    default: return nil
    }
  }
}

extension Translator {
  /// Modules whose import is a matter of course here, or stands for what is skipped.
  private static let knownModules: Set<String> = [
    "Combine", "Foundation", "Swift", "Dispatch", "FoundationNetworking", "_Concurrency", "_StringProcessing",
    "RegexBuilder", "Observation", "Testing", "os", "OSLog",
  ]
  private static let screenModules: Set<String> = [
    "SwiftUI", "UIKit", "AppKit", "PlaygroundSupport", "WidgetKit", "Charts", "SceneKit", "SpriteKit", "CoreGraphics",
    "QuartzCore",
  ]

  func importing(_ declaration: ImportDeclSyntax, _ span: Span) -> Decl? {
    let module = declaration.path.first.map { identifier($0.name) } ?? ""
    if Self.knownModules.contains(module) { return nil }
    let reason = Self.screenModules.contains(module) ? "there is no screen here" : "there is no module '\(module)' here"
    diagnostics.add(.note, "'import \(module)' is skipped: \(reason)", file, span)
    return nil
  }

  func skipped(_ name: String, _ part: ScreenPart, _ node: some SyntaxProtocol) -> Decl? {
    let span = span(node)
    diagnostics.add(.note, "'\(name)' is \(part.text) and is skipped: there is no screen here", file, span)
    return Decl(.skipped(name, part), span)
  }

  /// An extension of what is skipped is skipped with it.
  func screenPart(_ node: ExtensionDeclSyntax) -> ScreenPart? {
    if let part = ScreenPart(node.inheritanceClause, node.attributes, node.memberBlock, conventions) { return part }
    let name = node.extendedType.trimmedDescription
    return conventions.skipped[name] ?? (conventions.isDeclared(name) ? nil : Self.screenType(name))
  }

  /// A member that draws, in an extension of an image: all that is here of an image is its bytes.
  func isDrawing(_ declaration: DeclSyntax, in extended: TypeSyntax?) -> Bool {
    guard let extended, ["UIImage", "NSImage"].contains(extended.trimmedDescription),
      declaration.tokens(viewMode: .sourceAccurate).contains(where: { token in
        guard case .identifier(let name) = token.tokenKind else { return false }
        return Self.drawing.contains(name) || Self.drawingPrefixes.contains { name.hasPrefix($0) }
      })
    else { return false }
    diagnostics.add(.note, "this draws and is skipped: there is no screen here", file, span(declaration))
    return true
  }

  private static let drawingPrefixes = [
    "UIGraphics", "UIRect", "UIBezier", "NSGraphics", "NSBezier", "CGContext", "CI",
  ]
  private static let drawing: Set<String> = [
    "CGImage", "cgImage", "ciImage", "draw", "lockFocus", "withRenderingMode", "imageOrientation", "preparingThumbnail",
    "NSBitmapImageRep", "tiffRepresentation", "UIColor", "NSColor", "UIScreen",
  ]

  /// A member of another type that only a view can use: `var row: some View`.
  func isOnScreen(_ declaration: DeclSyntax) -> Bool {
    let types: [TypeSyntax] =
      switch declaration.as(DeclSyntaxEnum.self) {
      case .functionDecl(let node):
        [node.signature.returnClause?.type].compactMap { $0 } + node.signature.parameterClause.parameters.map(\.type)
      // What is stored is a part of the type: without it nobody could make a value, unless it has one from the beginning.
      case .variableDecl(let node):
        node.bindings.compactMap { $0.initializer == nil && $0.accessorBlock != nil ? $0.typeAnnotation?.type : nil }
      default: []
      }
    guard types.contains(where: isDrawn) || isDrawn(declaration.as(VariableDeclSyntax.self)) else { return false }
    diagnostics.add(.note, "this is a view and is skipped: there is no screen here", file, span(declaration))
    return true
  }

  /// A statement of a playground that shows something.
  func isOnScreen(_ expression: ExprSyntax) -> Bool {
    var root = expression
    while true {
      if let call = root.as(FunctionCallExprSyntax.self) {
        root = call.calledExpression
      } else if let access = root.as(MemberAccessExprSyntax.self), let base = access.base {
        root = base
      } else if let operation = root.as(InfixOperatorExprSyntax.self) {
        root = operation.leftOperand
      } else {
        break
      }
    }
    if let macro = root.as(MacroExpansionExprSyntax.self), ScreenPart.isPreview(macro.macroName) {
      _ = skipped("#\(macro.macroName.text)", .preview, macro.macroName)
      return true
    }
    guard let name = root.as(DeclReferenceExprSyntax.self)?.baseName.text,
      name == "PlaygroundPage" || conventions.skipped[name] != nil
    else { return false }
    diagnostics.add(.note, "this statement shows '\(name)' and is skipped: there is no screen here", file, span(root))
    return true
  }

  private static func screenType(_ name: String) -> ScreenPart? {
    switch name {
    case "Text", "Image", "Button", "AnyView", "Path", "Font", "EdgeInsets", "EnvironmentValues", "Animation",
      "AnyTransition", "UIColor", "UIImage", "UIApplication", "Bundle.Screen", "LinearGradient":
      .view
    case "Edge", "NavigationLink", "View.Body", "UNUserNotificationCenter": .view
    default: ScreenPart(inherited: name)
    }
  }

  /// Types that only what draws has to do with.
  private static let drawn: Set<String> = [
    "AnyView", "Font", "EdgeInsets", "GeometryProxy", "DragGesture", "ActionSheet", "CGContext", "CGImage",
    "LinearGradient", "RadialGradient", "AngularGradient", "AnyTransition", "AnyShape", "NavigationLink", "GridItem",
    "HorizontalAlignment", "VerticalAlignment", "UnitPoint",
  ]

  /// A variable that begins with what only views need: `let columns = [GridItem(.flexible())]`.
  private func isDrawn(_ node: VariableDeclSyntax?) -> Bool {
    guard let node else { return false }
    func isDrawn(_ name: String) -> Bool { Self.drawn.contains(name) && !conventions.isDeclared(name) }
    return node.bindings.contains { binding in
      guard let value = binding.initializer?.value else { return false }
      if let type = binding.typeAnnotation?.type,
        !type.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .arrow })
      {
        return type.tokens(viewMode: .sourceAccurate).contains {
          if case .identifier(let name) = $0.tokenKind { isDrawn(name) } else { false }
        }
      }
      var root = value
      while true {
        if let list = root.as(ArrayExprSyntax.self), let first = list.elements.first {
          root = first.expression
        } else if let call = root.as(FunctionCallExprSyntax.self) {
          root = call.calledExpression
        } else if let access = root.as(MemberAccessExprSyntax.self), let base = access.base {
          root = base
        } else {
          break
        }
      }
      return root.as(DeclReferenceExprSyntax.self).map { isDrawn($0.baseName.text) } ?? false
    }
  }

  /// Whether a type speaks of what is shown: of a view of SwiftUI's, or of a class of UIKit's.
  private func isDrawn(_ type: TypeSyntax) -> Bool {
    let text = type.trimmedDescription
    if ["some View", "some SwiftUI.View", "some Scene"].contains(text) { return true }
    return type.tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier(let name) = token.tokenKind, !["UIImage", "NSImage"].contains(name) else { return false }
      if conventions.skipped[name] != nil { return true }
      return !conventions.isDeclared(name)
        && (Self.drawn.contains(name) || ScreenPart.isOfFramework(name))
    }
  }
}

extension MemberBlockSyntax {
  fileprivate var declaresMain: Bool {
    members.contains { member in
      guard let function = member.decl.as(FunctionDeclSyntax.self) else { return false }
      return function.name.text == "main" && function.modifiers.contains { $0.name.text == "static" }
    }
  }
}
